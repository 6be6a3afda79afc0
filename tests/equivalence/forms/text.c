/* Text around and inside of nests: macros that spell new names, labels, comments, old definitions. */
#define N1 n
#define AT(a, i, j) ((a)[(i)*m + (j)])
#define FOR(v, e) for (v = 0; v < (e); v++)
#define i_0 broken!
#define n_1 also broken!
#define A_1(x) nothing
#define fast 17
void form0(float *A, const float *B, int n, int m) { int i, j; FOR(i, n) FOR(j, m) AT(A, i, j) = B[j*N1 + i]; }
void form1(float *A, const float *B, int n, int m) { int i, j; for (i = 0; i < N1; i++) for (j = 0; j < m; j++) AT(A, i, j) = B[j*N1 + i]; }
void form2(float *A, const float *B, int n, int m) { int i, j; if (n > 3) for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = B[j*n + i]; else for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = 1; }
void form3(float *A, const float *B, int n, int m) { int i, j; switch (n & 3) { case 0: for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = B[j*n + i]; case 1: for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] += 1; break; default: A[0] = 1; } }
void form4(float *A, const float *B, int n, int m) { int i, j; again: for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] += B[j*n + i]; if (n-- > 40) goto again; }
void form5(A, B, n, m) float *A; const float *B; int n, m; { int i, j; for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = B[j*n + i]; }
void form6(float *A, const float *B, int n, int m) { int i, j; for (i = 0; i < n; i++) /* a */ for (j = 0; j < m; j++) // b */
 A[i*m /* c */ + j] = B[j*n \
 + i]; }
void form7(float *A, const float *B, int n, int m) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < m; j++) {
#if 0
 nonsense
#endif
 A[i*m + j] = B[j*n + i]; } }
void form8(float *A, const float *B, int n, int m) { int i, j; while (n > 5) { for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] += B[j*n + i]; n /= 2; } }
void form9(float *A, const float *B, int n, int m) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = B[j*n + i], A[i*m] = A[i*m + j]; }
void form10(float *A, const float *B, int n, int m) { int i, j; for (i = 0; i < n; i++) for (j = 0; j < m; j++) { ; { { A[i*m + j] = B[j*n + i]; } } ; } }
void form11(float *A, const float *B, int n, int m) { enum { K = 4 }; typedef float fast_1; int i, j; for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = (fast_1)B[j*n + i] * K; }
void form12(float *A, const float *B, int n, int m) { int i, j; L1: for (i = 0; i < n; i++) L2: for (j = 0; j < m; j++) { S1: A[i*m + j] = B[j*n + i]; S2: S3: A[i*m + j] += 1; } L4: ; }
void form13(float *A, const float *B, int n, int m) { int i, j; if (n > 3) L1: L0: for (i = 0; i < n; i++) L2: for (j = 0; j < m; j++) S: A[i*m + j] = B[j*n + i]; else if (n) goto L0; }

/* Functions as acc-delin has rewritten them, for the mutants of `run`. */
struct image { int w, h, stride; float *data; };

/* What each statement is, as the proof is told of code that was just written. */
#ifndef ACC_INSTANCE
#define ACC_INSTANCE(...)
#endif
/* The helpers stand here, as the tool writes them now (`run`). */

void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda, const float *B, int ldb)
{
    int i, j, k;
    /* acc-delin 0.1 gemm#1 b7dd1e98 00000000 begin in braces */
    {
    int fast_1 = p > 0 && m > 0 && n > 0 && m <= ldc && p <= lda && m <= ldb && (double)n * m * p >= 256
        && ((unsigned long)(C + (long)ldc * n + m - ldc) <= (unsigned long)A
            || (unsigned long)(A + (long)lda * n + p - lda) <= (unsigned long)C)
        && ((unsigned long)(C + (long)ldc * n + m - ldc) <= (unsigned long)B
            || (unsigned long)(B + (long)ldb * p + m - ldb) <= (unsigned long)C);
    if (fast_1) {
        float *__restrict C_1 = C;
        const float *__restrict A_1 = A;
        const float *__restrict B_1 = B;
        const long p_1 = p, m_1 = m, n_1 = n, ldc_1 = ldc, ldb_1 = ldb, lda_1 = lda;
        long k_0, j_0, i_0, k_1, ii, jj;
        const long rest = n_1 % 8;
        const long i_first = n_1 - rest;
        const long rest_1 = m_1 % 32;
        const long j_first = m_1 - rest_1;
        for (k_0 = 0; k_0 < p_1; k_0 += 256) {
            for (j_0 = 0; j_0 < m_1 - 31; j_0 += 32) {
                const long k_1_end_1 = 256 < p_1 - k_0 ? 256 : p_1 - k_0;
                for (i_0 = 0; i_0 < n_1 - 7; i_0 += 8) {
                    float C_tile[8][32];
                    const long k_1_end = 256 < p_1 - k_0 ? 256 : p_1 - k_0;
                    for (ii = 0; ii < 8; ii++)
                        for (jj = 0; jj < 32; jj++)
                            C_tile[ii][jj] = C_1[(i_0 + ii) * ldc_1 + j_0 + jj];
                    for (k_1 = 0; k_1 < k_1_end; k_1++) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 8
#endif
                        for (ii = 0; ii < 8; ii++) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
                            for (jj = 0; jj < 32; jj++)
                                ACC_INSTANCE(0, i_0 + ii, j_0 + jj, k_0 + k_1) C_tile[ii][jj] += A_1[(i_0 + ii) * lda_1 + k_0 + k_1] * B_1[(k_0 + k_1) * ldb_1 + j_0 + jj];
                        }
                    }
                    for (ii = 0; ii < 8; ii++)
                        for (jj = 0; jj < 32; jj++)
                            C_1[(i_0 + ii) * ldc_1 + j_0 + jj] = C_tile[ii][jj];
                }
                for (k_1 = 0; k_1 < k_1_end_1; k_1++)
                    for (ii = 0; ii < rest; ii++) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
                        for (jj = 0; jj < 32; jj++)
                            ACC_INSTANCE(0, ii + i_first, j_0 + jj, k_0 + k_1) C_1[(i_first + ii) * ldc_1 + j_0 + jj] += A_1[(i_first + ii) * lda_1 + k_0 + k_1] * B_1[(k_0 + k_1) * ldb_1 + j_0 + jj];
                    }
            }
            for (i_0 = 0; i_0 < n_1; i_0 += 8) {
                const long k_1_end_2 = 256 < p_1 - k_0 ? 256 : p_1 - k_0;
                for (k_1 = 0; k_1 < k_1_end_2; k_1++) {
                    const long ii_end = 8 < n_1 - i_0 ? 8 : n_1 - i_0;
                    for (ii = 0; ii < ii_end; ii++) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
                        for (jj = 0; jj < rest_1; jj++)
                            ACC_INSTANCE(0, i_0 + ii, jj + j_first, k_0 + k_1) C_1[(i_0 + ii) * ldc_1 + j_first + jj] += A_1[(i_0 + ii) * lda_1 + k_0 + k_1] * B_1[(k_0 + k_1) * ldb_1 + j_first + jj];
                    }
                }
            }
        }
    } else {
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)
                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];
    }
    }
    /* acc-delin end gemm#1 */
}

void sweep(int n, int m, double *A, double *row)
{
    int i, j;
    /* acc-delin 0.1 sweep#1 95cc1192 00000000 begin in braces */
    {
    int fast_1 = m > 0 && n >= 2 && (long)m * n <= (long)m + 1152921504606846975L
        && (long)m * n <= 1152921504606846975L && ((long)n - 1) * m >= 256
        && ((unsigned long)(A + (long)m * n) <= (unsigned long)(row + (long)m)
            || ((unsigned long)(row + (long)m * n) <= (unsigned long)(A + (long)m) && (unsigned long)(row + (long)m * n) <= (unsigned long)(A + 3)));
    if (fast_1) {
        double *__restrict A_1 = A;
        double *__restrict row_1 = row;
        const long n_1 = n, m_1 = m;
        long i_0, j_0;
        for (i_0 = 0; i_0 < n_1 - 1; i_0++) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
            for (j_0 = 0; j_0 < m_1; j_0++) {
                ACC_INSTANCE(0, i_0 + 1, j_0) row_1[(i_0 + 1) * m_1 + j_0] = A_1[(i_0 + 1) * m_1 + j_0] + 1;
                if (j_0 >= 3)
                    ACC_INSTANCE(1, i_0 + 1, j_0) A_1[(i_0 + 1) * m_1 + j_0] = A_1[i_0 * m_1 + j_0] * 0.5 + row_1[(i_0 + 1) * m_1 + j_0];
            }
        }
    } else {
    for (i = 1; i < n; i++)
        for (j = 0; j < m; j++) {
            row[i*m + j] = A[i*m + j] + 1;
            if (j > 2)
                A[i*m + j] = A[(i - 1)*m + j] * 0.5 + row[i*m + j];
        }
    }
    }
    /* acc-delin end sweep#1 */
}

void brighten(int n, const struct image *p, float *out, float by)
{
    int i, j;
    /* acc-delin 0.1 brighten#1 cd17a45b 00000000 begin in braces */
    {
    int fast_1 = n > 0 && p->w > 0 && p->w <= p->stride && (long)n * p->w >= 256
        && ((unsigned long)(out + (long)n * p->stride + p->w - p->stride) <= (unsigned long)p->data
            || (unsigned long)(p->data + (long)n * p->stride + p->w - p->stride) <= (unsigned long)out);
    if (fast_1) {
        const float *__restrict data_1 = p->data;
        float *__restrict out_1 = out;
        const long n_1 = n, w_1 = p->w, stride_1 = p->stride;
        long i_0, j_0;
        for (i_0 = 0; i_0 < n_1; i_0++) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
            for (j_0 = 0; j_0 < w_1; j_0++)
                ACC_INSTANCE(0, i_0, j_0) out_1[i_0 * stride_1 + j_0] = data_1[i_0 * stride_1 + j_0] + by;
        }
    } else {
    for (i = 0; i < n; i++)
        for (j = 0; j < p->w; j++)
            out[i*p->stride + j] = p->data[i*p->stride + j] + by;
    }
    }
    /* acc-delin end brighten#1 */
}

int slide(int n, int m, double *A)
{
    int i, j;
    /* acc-delin 0.1 slide#1 cf344b5f 00000000 begin in braces */
    {
    int fast_1 = m > 0 && n >= 2 && ((long)n - 1) * m >= 256;
    if (fast_1) {
        double *__restrict A_1 = A;
        const long n_1 = n, m_1 = m;
        long i_0, j_0;
        for (i_0 = 0; i_0 < n_1 - 1; i_0++) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
            for (j_0 = 0; j_0 < m_1; j_0++)
                ACC_INSTANCE(0, i_0 + 1, j_0) A_1[(i_0 + 1) * (m_1 + 1) + j_0] += A_1[i_0 * (m_1 + 1) + j_0 + 1];
        }
        i = (int)((long)n);
    } else {
    for (i = 1; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*(m + 1) + j] += A[(i - 1)*(m + 1) + j + 1];
    }
    }
    /* acc-delin end slide#1 */
    return i;
}

void wrap(unsigned n, unsigned m, unsigned short *A, const unsigned short *B)
{
    unsigned i, j;
    /* acc-delin 0.1 wrap#1 d047adb5 00000000 begin in braces */
    {
    int fast_1 = (long)m > 0 && (long)n > 0 && (double)m * n < 1e17 && (long)m * n <= 4294967296L
        && (long)m * n <= 65536 && (double)(long)n * (long)m >= 256
        && ((unsigned long)(A + (long)m * n) <= (unsigned long)B
            || (unsigned long)(B + (long)m * n) <= (unsigned long)A);
    if (fast_1) {
        const unsigned short *__restrict B_1 = B;
        unsigned short *__restrict A_1 = A;
        const long n_1 = n, m_1 = m;
        long i_0, j_0, ii, jj;
        const long rest = m_1 % 32;
        const long j_first = m_1 - rest;
        for (i_0 = 0; i_0 < n_1; i_0 += 32) {
            const long ii_end_1 = 32 < n_1 - i_0 ? 32 : n_1 - i_0;
            for (j_0 = 0; j_0 < m_1 - 31; j_0 += 32) {
                const long ii_end = 32 < n_1 - i_0 ? 32 : n_1 - i_0;
                for (ii = 0; ii < ii_end; ii++) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
                    for (jj = 0; jj < 32; jj++)
                        ACC_INSTANCE(0, i_0 + ii, j_0 + jj) A_1[(i_0 + ii) * m_1 + j_0 + jj] = B_1[(j_0 + jj) * n_1 + i_0 + ii] + 1;
                }
            }
            for (ii = 0; ii < ii_end_1; ii++) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
                for (jj = 0; jj < rest; jj++)
                    ACC_INSTANCE(0, i_0 + ii, jj + j_first) A_1[(i_0 + ii) * m_1 + j_first + jj] = B_1[(j_first + jj) * n_1 + i_0 + ii] + 1;
            }
        }
    } else {
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            unsigned short at = i*m + j;
            A[at] = B[j*n + i] + 1;
        }
    }
    }
    /* acc-delin end wrap#1 */
}

void skewed(int n, int m, double *A)
{
    int i, j;
    /* acc-delin 0.1 skewed#1 6c38d6ba 00000000 begin in braces */
    {
    int fast_1 = m >= 2 && n >= 2 && ((long)n - 1) * ((long)m - 1) >= 256;
    if (fast_1) {
        double *__restrict A_1 = A;
        const long n_1 = n, m_1 = m;
        long i_0, j_0;
        for (i_0 = 0; i_0 < n_1 - 1; i_0++) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#elif defined(__GNUC__)
#pragma GCC ivdep
#endif
            for (j_0 = 0; j_0 < m_1 - 1; j_0++)
                ACC_INSTANCE(0, i_0 + 1, j_0) A_1[(i_0 + 1) * m_1 + j_0] += A_1[i_0 * m_1 + j_0 + 1];
        }
    } else {
    for (i = 1; i < n; i++)
        for (j = 0; j < m - 1; j++)
            A[i*m + j] += A[(i - 1)*m + j + 1];
    }
    }
    /* acc-delin end skewed#1 */
}

void shares(int n, int m, double *A, const double *B, double scale)
{
    int i, j;
    /* acc-delin 0.1 shares#1 00000000 00000000 begin in braces */
    {
    int fast_1 = n > 0 && m > 1 && (long)m * n <= 1152921504606846975L && ((long)m - 1) * n >= 256
        && ((unsigned long)(A + (long)m * n) <= (unsigned long)(B + 1) || (unsigned long)(B + (long)m * n) <= (unsigned long)A);
    if (fast_1) {
        double *__restrict A_1 = A;
        const double *__restrict B_1 = B;
        const long n_1 = n, m_1 = m;
        long i_0, j_0;
        for (j_0 = 0; j_0 < m_1 - 1; j_0++) {
            ACC_PARALLEL(1.0 * n_1, 100)
            for (i_0 = 0; i_0 < n_1; i_0++) {
                double share_1;
                ACC_INSTANCE(0, j_0 + 1, i_0) share_1 = B_1[i_0 * m_1 + j_0 + 1] * scale;
                ACC_INSTANCE(1, j_0 + 1, i_0) A_1[i_0 * m_1 + j_0 + 1] = A_1[i_0 * m_1 + j_0] + share_1;
            }
        }
    } else {
    for (j = 1; j < m; j++)
        for (i = 0; i < n; i++) {
            double part = B[i*m + j] * scale;
            A[i*m + j] = A[i*m + j - 1] + part;
        }
    }
    }
    /* acc-delin end shares#1 */
}

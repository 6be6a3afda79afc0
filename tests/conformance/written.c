/* Cases as people write them. T is the type of sizes and counters, E that of elements, F the function's name.
   Each starts with a line "// case" in the form of variants.json, which says what the C means and what must be found. */

// case {"id": "W_halo6", "params": ["n0", "n1", "n2"], "iters": [["a", "0", "2"], ["b", "0", "n0+1"], ["c", "0", "n1"], ["d", "0", "2*n2"], ["e", "0", "n1+2"], ["f", "0", "n0"]], "accesses": [["A", "((((a*(n0+1)+b)*n1+c)*(2*n2)+d)*(n1+2)+e)*n0+f"]], "ranks": {"A": 6}, "cond": "True", "box": [-1, 3]}
void F(T n0, T n1, T n2, E *A)
{
    for (T a = 0; a < 2; a++)
        for (T b = 0; b < n0 + 1; b++)
            for (T c = 0; c < n1; c++)
                for (T d = 0; d < 2*n2; d++)
                    for (T e = 0; e < n1 + 2; e++)
                        for (T f = 0; f < n0; f++)
                            A[((((a*(n0 + 1) + b)*n1 + c)*(2*n2) + d)*(n1 + 2) + e)*n0 + f] += 1;
}

// case {"id": "W_expanded", "params": ["r", "n", "m"], "iters": [["i", "0", "r"], ["j", "0", "n+2"], ["k", "0", "m+3"]], "accesses": [["A", "(i*(n+2)+j)*(m+3)+k"]], "ranks": {"A": 3}, "cond": "True", "box": [-2, 4]}
void F(T r, T n, T m, E *A)
{
    T i, j, k;
    for (i = 0; i < r; i++)
        for (j = 0; j < n + 2; j++)
            for (k = 0; k < m + 3; k++)
                A[k + j*m + 3*j + i*n*m + 3*i*n + 2*i*m + 6*i] += 1;
}

// case {"id": "W_sumprod", "params": ["r", "n", "m", "p"], "iters": [["i", "0", "r"], ["j", "0", "n+m"], ["t", "0", "p*n"]], "accesses": [["A", "(i*(n+m)+j)*(p*n)+t"]], "ranks": {"A": 3}, "cond": "True", "box": [-1, 3]}
void F(T r, T n, T m, T p, E *A)
{
    for (T i = 0; i < r; i++)
        for (T j = 0; j < n + m; j++)
            for (T t = 0; t < p*n; t++)
                A[(i*(n + m) + j)*(p*n) + t] += 1;
}

// case {"id": "W_evenpad", "params": ["r", "n"], "iters": [["i", "0", "r"], ["j", "0", "n+2"], ["c", "0", "2"]], "accesses": [["A", "i*(2*n+4)+2*j+c"]], "ranks": {"A": 3}, "cond": "True"}
void F(T r, T n, E *A)
{
    for (T i = 0; i < r; i++)
        for (T j = 0; j < n + 2; j++)
            for (T c = 0; c < 2; c++)
                A[i*(2*n + 4) + 2*j + c] += 1;
}

// case {"id": "W_downsample", "params": ["h", "w"], "iters": [["y", "0", "h//2"], ["x", "0", "w//2"]], "accesses": [["dst", "y*(w//2)+x"], ["src", "2*y*w+2*x"], ["src", "2*y*w+2*x+1"], ["src", "(2*y+1)*w+2*x"], ["src", "(2*y+1)*w+2*x+1"]], "ranks": {"dst": 2, "src": 2}, "cond": "True", "box": [-2, 7]}
void F(T h, T w, E *dst, const E *src)
{
    for (T y = 0; y < h/2; y++)
        for (T x = 0; x < w/2; x++)
            dst[y*(w/2) + x] = src[2*y*w + 2*x] + src[2*y*w + 2*x + 1] + src[(2*y + 1)*w + 2*x] + src[(2*y + 1)*w + 2*x + 1];
}

// case {"id": "W_shiftor", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*8+j"]], "ranks": {"A": 2}, "cond": "m<=8", "box": [-2, 9]}
void F(T n, T m, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            A[(i << 3) + j] += 1;
}

// case {"id": "W_or", "params": ["n"], "iters": [["i", "0", "n"], ["j", "0", "16"]], "accesses": [["A", "i*16+j"]], "ranks": {"A": 2}, "cond": "True", "box": [-2, 9]}
void F(T n, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < 16; j++)
            A[(i << 4) | j] += 1;
}

// case {"id": "W_ring", "params": ["t1", "n"], "iters": [["t", "0", "t1"], ["j", "0", "n"]], "accesses": [["A", "(t%4)*n+j"]], "ranks": {"A": 2}, "cond": "True", "box": [-2, 6]}
void F(T t1, T n, E *A)
{
    for (T t = 0; t < t1; t++)
        for (T j = 0; j < n; j++)
            A[(t & 3)*n + j] += 1;
}

// case {"id": "W_chroma", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["Y", "y*w+x"], ["U", "(y//2)*((w+1)//2)+x//2"]], "ranks": {"Y": 2, "U": 2}, "cond": "True", "box": [-2, 7]}
void F(T h, T w, E *Y, const E *U)
{
    for (T y = 0; y < h; y++)
        for (T x = 0; x < w; x++)
            Y[y*w + x] += U[(y/2)*((w + 1)/2) + x/2];
}

// case {"id": "W_down", "types": ["int", "long"], "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    T i, j;
    for (i = n - 1; i >= 0; i--)
        for (j = m - 1; j >= 0; --j)
            A[i*m + j] *= 2;
}

// case {"id": "W_downto", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"]], "ranks": {"A": 2}, "cond": "n >= 0 and m >= 0"}
void F(T n, T m, E *A)
{
    if (n > 0 && m > 0)
        for (T i = n; i-- > 0;)
            for (T j = m; j-- > 0;)
                A[i*m + j] *= 2;
}

// case {"id": "W_rowpairs", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "2*i*m+j"], ["A", "(2*i+1)*m+j"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    for (T i = 0; i < 2*n; i += 2)
        for (T j = 0; j < m; j++) {
            E t = A[i*m + j];
            A[i*m + j] = A[(i + 1)*m + j];
            A[(i + 1)*m + j] = t;
        }
}

// case {"id": "W_unroll4", "params": ["n", "m"], "iters": [["i", "0", "n"], ["q", "0", "m//4"]], "accesses": [["A", "i*m+4*q"], ["A", "i*m+4*q+1"], ["A", "i*m+4*q+2"], ["A", "i*m+4*q+3"]], "ranks": {"A": 2}, "cond": "True", "box": [-2, 9]}
void F(T n, T m, E *A)
{
    T i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j + 3 < m; j += 4) {
            A[i*m + j] = 0;
            A[i*m + j + 1] = 0;
            A[i*m + j + 2] = 0;
            A[i*m + j + 3] = 0;
        }
}

// case {"id": "W_rowwalk", "params": ["n", "m", "ld"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*ld+j"]], "ranks": {"A": 2}, "cond": "m<=ld"}
void F(T n, T m, T ld, E *A)
{
    E *p = A;
    for (T i = 0; i < n; i++, p += ld)
        for (T j = 0; j < m; j++)
            p[j] += 1;
}

// case {"id": "W_skipwalk", "types": ["int", "long", "size_t"], "params": ["n", "m", "ld"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*ld+j"]], "ranks": {"A": 2}, "cond": "m<=ld"}
void F(T n, T m, T ld, E *A)
{
    E *p = A;
    T i, j;
    for (i = 0; i < n; i++) {
        for (j = 0; j < m; j++)
            *p++ += 1;
        p += ld - m;
    }
}

// case {"id": "W_walk3", "params": ["d", "h", "w"], "iters": [["z", "0", "d"], ["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "(z*h+y)*w+x"], ["B", "(z*h+y)*w+x"]], "ranks": {"A": 3, "B": 3}, "cond": "True", "box": [-1, 4]}
void F(T d, T h, T w, E *A, const E *B)
{
    for (T z = 0; z < d; z++)
        for (T y = 0; y < h; y++)
            for (T x = 0; x < w; x++)
                *A++ += *B++;
}

// case {"id": "W_count", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"], ["B", "j*n+i"]], "ranks": {"A": 2, "B": 2}, "cond": "True"}
void F(T n, T m, E *A, const E *B)
{
    T i, j, k = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[k++] = B[j*n + i];
}

// case {"id": "W_counttri", "params": ["n"], "iters": [["i", "0", "n"], ["j", "0", "i+1"]], "accesses": [["A", "i*(i+1)//2+j"], ["B", "i*n+j"]], "ranks": {"A": 2, "B": 2}, "cond": "True"}
void F(T n, E *A, const E *B)
{
    T i, j, k = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j <= i; j++)
            A[k++] = B[i*n + j];
}

// case {"id": "W_rowoffset", "params": ["n", "m", "ld"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*ld+j"]], "ranks": {"A": 2}, "cond": "m<=ld"}
void F(T n, T m, T ld, E *A)
{
    T off = 0;
    for (T i = 0; i < n; i++) {
        for (T j = 0; j < m; j++)
            A[off + j] += 1;
        off += ld;
    }
}

// case {"id": "W_colwalk", "types": ["int", "long"], "params": ["n", "m"], "iters": [["j", "0", "m"], ["i", "0", "n"]], "accesses": [["A", "i*m+j"], ["B", "j*n+i"]], "ranks": {"A": 2, "B": 2}, "cond": "True"}
void F(T n, T m, const E *A, E *B)
{
    T i, j, k = 0, l = 0;
    for (j = 0; j < m; j++) {
        for (i = 0; i < n; i++) {
            B[l++] = A[k];
            k += m;
        }
        k -= n*m - 1;
    }
}

// case {"id": "W_f2c2", "types": ["int", "long"], "params": ["m", "n", "lda", "ldb"], "iters": [["j", "1", "n+1"], ["i", "1", "m+1"]], "accesses": [["a", "i+j*lda"], ["b", "i+j*ldb"]], "ranks": {"a": 2, "b": 2}, "cond": "m<=lda and m<=ldb", "box": [-1, 4]}
void F(T m, T n, T lda, T ldb, const E *a, E *b)
{
    T a_dim1, a_offset, b_dim1, b_offset, i__1, i__2;
    T i__, j;
    a_dim1 = lda;
    a_offset = 1 + a_dim1;
    a -= a_offset;
    b_dim1 = ldb;
    b_offset = 1 + b_dim1;
    b -= b_offset;
    i__1 = n;
    for (j = 1; j <= i__1; ++j) {
        i__2 = m;
        for (i__ = 1; i__ <= i__2; ++i__) {
            b[i__ + j * b_dim1] = a[i__ + j * a_dim1];
        }
    }
}

// case {"id": "W_f2c3", "types": ["int", "long"], "params": ["nx", "ny", "nz", "d1", "d2"], "iters": [["k", "1", "nz+1"], ["j", "1", "ny+1"], ["i", "1", "nx+1"]], "accesses": [["u", "i+(j+k*d2)*d1"]], "ranks": {"u": 3}, "cond": "nx<=d1 and ny<=d2", "box": [-1, 3]}
void F(T nx, T ny, T nz, T d1, T d2, E *u)
{
    T u_dim1 = d1, u_dim2 = d2, u_offset = 1 + u_dim1 * (1 + u_dim2);
    T i__, j, k;
    u -= u_offset;
    for (k = 1; k <= nz; ++k)
        for (j = 1; j <= ny; ++j)
            for (i__ = 1; i__ <= nx; ++i__)
                u[i__ + (j + k * u_dim2) * u_dim1] *= 2;
}

// case {"id": "W_f2cmv", "types": ["int", "long"], "params": ["m", "n", "lda"], "iters": [["j", "1", "n+1"], ["i", "1", "m+1"]], "accesses": [["a", "i+j*lda"], ["x", "j"], ["y", "i"]], "ranks": {"a": 2}, "cond": "m<=lda"}
void F(T m, T n, T lda, const E *a, const E *x, E *y)
{
    T a_dim1 = lda, a_offset = 1 + a_dim1, i__, j;
    a -= a_offset;
    --x;
    --y;
    for (j = 1; j <= n; ++j) {
        E temp = x[j];
        for (i__ = 1; i__ <= m; ++i__)
            y[i__] += temp * a[i__ + j * a_dim1];
    }
}

// case {"id": "W_nr", "types": ["int", "long"], "params": ["n", "m"], "iters": [["i", "1", "n+1"], ["j", "1", "m+1"]], "accesses": [["a", "(i-1)*m+j-1"]], "ranks": {"a": 2}, "cond": "True"}
void F(T n, T m, E *a)
{
    for (T i = 1; i <= n; i++) {
        E *row = a + (i - 1)*m - 1;
        for (T j = 1; j <= m; j++)
            row[j] += 1;
    }
}

// case {"id": "W_onebased", "params": ["n", "m", "lda"], "iters": [["j", "1", "n+1"], ["i", "1", "m+1"]], "accesses": [["a", "(j-1)*lda+i-1"]], "ranks": {"a": 2}, "cond": "m<=lda"}
#define A_(i, j) a[((j) - 1)*lda + (i) - 1]
void F(T n, T m, T lda, E *a)
{
    for (T j = 1; j <= n; j++)
        for (T i = 1; i <= m; i++)
            A_(i, j) += 1;
}
#undef A_

// case {"id": "W_fortran3", "params": ["nx", "ny", "nz"], "iters": [["k", "2", "nz"], ["j", "2", "ny"], ["i", "2", "nx"]], "accesses": [["u", "(i-1)+nx*((j-1)+ny*(k-1))"], ["u", "(i-2)+nx*((j-1)+ny*(k-1))"], ["u", "i+nx*((j-1)+ny*(k-1))"], ["u", "(i-1)+nx*((j-2)+ny*(k-1))"], ["u", "(i-1)+nx*(j+ny*(k-1))"], ["u", "(i-1)+nx*((j-1)+ny*(k-2))"], ["u", "(i-1)+nx*((j-1)+ny*k)"], ["v", "(i-1)+nx*((j-1)+ny*(k-1))"]], "ranks": {"u": 3, "v": 3}, "cond": "True", "box": [1, 6]}
#define U(i, j, k) u[(i) - 1 + nx*((j) - 1 + ny*((k) - 1))]
#define V(i, j, k) v[(i) - 1 + nx*((j) - 1 + ny*((k) - 1))]
void F(T nx, T ny, T nz, const E *u, E *v)
{
    T i, j, k;
    for (k = 2; k <= nz - 1; k++)
        for (j = 2; j <= ny - 1; j++)
            for (i = 2; i <= nx - 1; i++)
                V(i, j, k) = U(i, j, k) + U(i - 1, j, k) + U(i + 1, j, k) + U(i, j - 1, k) + U(i, j + 1, k) + U(i, j, k - 1) + U(i, j, k + 1);
}
#undef U
#undef V

// case {"id": "W_clover", "types": ["int", "long"], "params": ["x0", "x1", "y0", "y1"], "iters": [["k", "y0", "y1+1"], ["j", "x0", "x1+1"]], "accesses": [["d", "(j-(x0-2))+(x1+4)*(k-(y0-2))"], ["v", "(j-(x0-2))+(x1+5)*(k-(y0-2))"], ["v", "(j+1-(x0-2))+(x1+5)*(k-(y0-2))"], ["v", "(j-(x0-2))+(x1+5)*(k+1-(y0-2))"]], "ranks": {"d": 2, "v": 2}, "cond": "x0>=-2", "box": [-4, 4]}
#define FTN2(i, j, width, ilow, jlow) ((i) - (ilow) + (width)*((j) - (jlow)))
void F(T x0, T x1, T y0, T y1, E *d, const E *v)
{
    for (T k = y0; k <= y1; k++)
        for (T j = x0; j <= x1; j++)
            d[FTN2(j, k, x1 + 4, x0 - 2, y0 - 2)] = v[FTN2(j, k, x1 + 5, x0 - 2, y0 - 2)]
                + v[FTN2(j + 1, k, x1 + 5, x0 - 2, y0 - 2)] + v[FTN2(j, k + 1, x1 + 5, x0 - 2, y0 - 2)];
}
#undef FTN2

// case {"id": "W_dilated", "params": ["OH", "OW", "K", "W", "S", "D"], "iters": [["oh", "0", "OH"], ["ow", "0", "OW"], ["kh", "0", "K"], ["kw", "0", "K"]], "accesses": [["in", "(oh*S+kh*D)*W+ow*S+kw*D"], ["out", "oh*OW+ow"]], "ranks": {"in": 2, "out": 2}, "cond": "S>=0 and D>=0 and (OW-1)*S+(K-1)*D+1<=W", "box": [0, 4]}
void F(T OH, T OW, T K, T W, T S, T D, const E *in, E *out)
{
    for (T oh = 0; oh < OH; oh++)
        for (T ow = 0; ow < OW; ow++)
            for (T kh = 0; kh < K; kh++)
                for (T kw = 0; kw < K; kw++)
                    out[oh*OW + ow] += in[(oh*S + kh*D)*W + ow*S + kw*D];
}

// case {"id": "W_padded", "types": ["int", "long"], "params": ["OH", "OW", "H", "W", "p"], "iters": [["oh", "0", "OH"], ["ow", "0", "OW"], ["kh", "max(0,p-2*oh)", "min(3,H+p-2*oh)"], ["kw", "max(0,p-2*ow)", "min(3,W+p-2*ow)"]], "accesses": [["in", "(oh*2+kh-p)*W+ow*2+kw-p"], ["out", "oh*OW+ow"]], "ranks": {"in": 2, "out": 2}, "cond": "True", "box": [-1, 4]}
void F(T OH, T OW, T H, T W, T p, const E *in, E *out)
{
    for (T oh = 0; oh < OH; oh++)
        for (T ow = 0; ow < OW; ow++)
            for (T kh = 0; kh < 3; kh++)
                for (T kw = 0; kw < 3; kw++) {
                    T y = oh*2 + kh - p, x = ow*2 + kw - p;
                    if (y >= 0 && y < H && x >= 0 && x < W)
                        out[oh*OW + ow] += in[y*W + x];
                }
}

// case {"id": "W_paddedS", "types": ["int", "long"], "params": ["OH", "OW", "H", "W", "S", "p"], "iters": [["oh", "0", "OH"], ["ow", "0", "OW"], ["kh", "max(0,p-S*oh)", "min(3,H+p-S*oh)"], ["kw", "max(0,p-S*ow)", "min(3,W+p-S*ow)"]], "accesses": [["in", "(oh*S+kh-p)*W+ow*S+kw-p"], ["out", "oh*OW+ow"]], "ranks": {"in": 2, "out": 2}, "cond": "True", "box": [0, 3]}
void F(T OH, T OW, T H, T W, T S, T p, const E *in, E *out)
{
    for (T oh = 0; oh < OH; oh++)
        for (T ow = 0; ow < OW; ow++)
            for (T kh = 0; kh < 3; kh++)
                for (T kw = 0; kw < 3; kw++) {
                    T y = oh*S + kh - p, x = ow*S + kw - p;
                    if (y < 0 || y >= H || x < 0 || x >= W)
                        continue;
                    out[oh*OW + ow] += in[y*W + x];
                }
}

// case {"id": "W_complexld", "params": ["n", "m", "ld"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["z", "2*(i*ld+j)"], ["z", "2*(i*ld+j)+1"]], "ranks": {"z": 3}, "cond": "m<=ld"}
void F(T n, T m, T ld, E *z)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++) {
            E re = z[2*i*ld + 2*j], im = z[2*i*ld + 2*j + 1];
            z[2*i*ld + 2*j] = re - im;
            z[2*i*ld + 2*j + 1] = re + im;
        }
}

// case {"id": "W_bayer", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["raw", "2*y*(2*w)+2*x"], ["raw", "2*y*(2*w)+2*x+1"], ["raw", "(2*y+1)*(2*w)+2*x"], ["raw", "(2*y+1)*(2*w)+2*x+1"], ["rgb", "(y*w+x)*3"], ["rgb", "(y*w+x)*3+1"], ["rgb", "(y*w+x)*3+2"]], "ranks": {"raw": 2, "rgb": 3}, "cond": "True"}
void F(T h, T w, const E *raw, E *rgb)
{
    for (T y = 0; y < h; y++)
        for (T x = 0; x < w; x++) {
            const E *cell = raw + 2*y*(2*w) + 2*x;
            E *to = &rgb[(y*w + x)*3];
            to[0] = cell[0];
            to[1] = cell[1] + cell[2*w];
            to[2] = cell[2*w + 1];
        }
}

// case {"id": "W_second", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"], ["A", "n*m+i*m+j"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    E *B = A + n*m;
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            B[i*m + j] = A[i*m + j];
}

// case {"id": "W_rows3", "params": ["n", "m", "ld"], "iters": [["i", "1", "n-1"], ["j", "1", "m-1"]], "accesses": [["A", "(i-1)*ld+j"], ["A", "i*ld+j-1"], ["A", "i*ld+j"], ["A", "i*ld+j+1"], ["A", "(i+1)*ld+j"], ["B", "i*ld+j"]], "ranks": {"A": 2, "B": 2}, "cond": "m<=ld"}
void F(T n, T m, T ld, const E *A, E *B)
{
    for (T i = 1; i < n - 1; i++) {
        const E *up = A + (i - 1)*ld, *row = up + ld, *down = row + ld;
        for (T j = 1; j < m - 1; j++)
            B[i*ld + j] = up[j] + row[j - 1] + row[j] + row[j + 1] + down[j];
    }
}

// case {"id": "W_bottomup", "types": ["int", "long"], "params": ["h", "w", "st"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["src", "(h-1-y)*st+x"], ["dst", "y*w+x"]], "ranks": {"src": 2, "dst": 2}, "cond": "w<=st"}
void F(T h, T w, T st, const E *src, E *dst)
{
    const E *row = src + (h - 1)*st;
    for (T y = 0; y < h; y++) {
        for (T x = 0; x < w; x++)
            dst[y*w + x] = row[x];
        row -= st;
    }
}

// case {"id": "W_anypitch", "types": ["int", "long"], "params": ["h", "w", "st"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "y*st+x"]], "ranks": {"A": 2}, "cond": "w<=st", "box": [-4, 4]}
void F(T h, T w, T st, E *A)
{
    for (T y = 0; y < h; y++)
        for (T x = 0; x < w; x++)
            A[y*st + x] += 1;
}

// case {"id": "W_smallfirst", "params": ["n", "m", "p", "sx", "sy", "sz"], "iters": [["x", "0", "n"], ["y", "0", "m"], ["z", "0", "p"]], "accesses": [["A", "x*sx+y*sy+z*sz"]], "ranks": {"A": 3}, "cond": "sx>=1 and sy>=sx*n and sz>=sy*m", "box": [0, 4]}
void F(T n, T m, T p, T sx, T sy, T sz, E *A)
{
    for (T x = 0; x < n; x++)
        for (T y = 0; y < m; y++)
            for (T z = 0; z < p; z++)
                A[x*sx + y*sy + z*sz] += 1;
}

// case {"id": "W_strides4", "params": ["n", "m", "sa", "sb", "sc"], "iters": [["a", "0", "n"], ["b", "0", "m"], ["c", "0", "n"], ["d", "0", "m"]], "accesses": [["A", "a*sa+b*sb+c*sc+d"]], "ranks": {"A": 4}, "cond": "sc>=m and sb>=sc*n and sa>=sb*m", "box": [0, 6]}
void F(T n, T m, T sa, T sb, T sc, E *A)
{
    for (T a = 0; a < n; a++)
        for (T b = 0; b < m; b++)
            for (T c = 0; c < n; c++)
                for (T d = 0; d < m; d++)
                    A[a*sa + b*sb + c*sc + d] += 1;
}

// case {"id": "W_band1", "params": ["n", "kd", "ldab"], "iters": [["j", "1", "n+1"], ["i", "max(1,j-kd)", "j+1"]], "accesses": [["ab", "kd+i-j+(j-1)*ldab"]], "ranks": {"ab": 2}, "cond": "kd+1<=ldab", "types": ["int", "long"]}
void F(T n, T kd, T ldab, E *ab)
{
    for (T j = 1; j <= n; j++) {
        T first = j - kd > 1 ? j - kd : 1;
        for (T i = first; i <= j; i++)
            ab[kd + i - j + (j - 1)*ldab] *= 2;
    }
}

// case {"id": "W_dia", "types": ["int", "long"], "params": ["n", "kl", "ku"], "iters": [["i", "0", "n"], ["j", "max(0,i-kl)", "min(n,i+ku+1)"]], "accesses": [["d", "(j-i+kl)*n+i"]], "ranks": {"d": 2}, "cond": "True"}
void F(T n, T kl, T ku, E *d)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < n; j++)
            if (j >= i - kl && j <= i + ku)
                d[(j - i + kl)*n + i] *= 2;
}

// case {"id": "W_packU", "params": ["n"], "iters": [["j", "0", "n"], ["i", "0", "j+1"]], "accesses": [["ap", "j*(j+1)//2+i"], ["x", "i"]], "ranks": {"ap": 2}, "cond": "True"}
void F(T n, const E *ap, E *x)
{
    T i, j, kk = 0;
    for (j = 0; j < n; j++) {
        for (i = 0; i <= j; i++)
            x[i] += ap[kk + i];
        kk += j + 1;
    }
}

// case {"id": "W_packL", "params": ["n"], "iters": [["j", "0", "n"], ["i", "j", "n"]], "accesses": [["ap", "j*n-j*(j-1)//2+i-j"], ["x", "i"]], "ranks": {"ap": 2}, "cond": "True"}
void F(T n, const E *ap, E *x)
{
    T i, j, kk = 0;
    for (j = 0; j < n; j++) {
        for (i = j; i < n; i++)
            x[i] += ap[kk + i - j];
        kk += n - j;
    }
}

// case {"id": "W_unpack", "params": ["n"], "iters": [["i", "0", "n"], ["j", "0", "i+1"]], "accesses": [["P", "i*(i+1)//2+j"], ["A", "i*n+j"], ["A", "j*n+i"]], "ranks": {"P": 2, "A": 2}, "cond": "True"}
void F(T n, const E *P, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j <= i; j++) {
            A[i*n + j] = P[i*(i + 1)/2 + j];
            A[j*n + i] = P[i*(i + 1)/2 + j];
        }
}

// case {"id": "W_sympacked", "params": ["n"], "iters": [["i", "0", "n"], ["j", "0", "n"]], "accesses": [["P", "max(i,j)*(max(i,j)+1)//2+min(i,j)"], ["A", "i*n+j"]], "ranks": {"P": 2, "A": 2}, "cond": "True"}
void F(T n, const E *P, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < n; j++)
            A[i*n + j] = i >= j ? P[i*(i + 1)/2 + j] : P[j*(j + 1)/2 + i];
}

// case {"id": "W_panel", "params": ["m", "K"], "iters": [["ip", "0", "m"], ["k", "0", "K"], ["ii", "0", "8"]], "accesses": [["Ap", "(ip*K+k)*8+ii"], ["A", "(8*ip+ii)*K+k"]], "ranks": {"Ap": 3, "A": 2}, "cond": "True", "box": [-1, 4]}
void F(T m, T K, E *Ap, const E *A)
{
    enum { MR = 8 };
    for (T ip = 0; ip < m; ip++)
        for (T k = 0; k < K; k++)
            for (T ii = 0; ii < MR; ii++)
                Ap[ip*K*MR + k*MR + ii] = A[(ip*MR + ii)*K + k];
}

// case {"id": "W_panelwalk", "params": ["m", "K"], "iters": [["ip", "0", "m"], ["k", "0", "K"], ["ii", "0", "4"]], "accesses": [["Ap", "(ip*K+k)*4+ii"], ["A", "(4*ip+ii)*K+k"]], "ranks": {"Ap": 2, "A": 2}, "cond": "True", "box": [-1, 4]}
void F(T m, T K, E *Ap, const E *A)
{
    for (T i = 0; i < 4*m; i += 4)
        for (T k = 0; k < K; k++) {
            Ap[0] = A[(i + 0)*K + k];
            Ap[1] = A[(i + 1)*K + k];
            Ap[2] = A[(i + 2)*K + k];
            Ap[3] = A[(i + 3)*K + k];
            Ap += 4;
        }
}

// case {"id": "W_blockptr", "params": ["mb", "nb"], "iters": [["bi", "0", "mb"], ["bj", "0", "nb"], ["i", "0", "4"], ["j", "0", "4"]], "accesses": [["A", "((bi*nb+bj)*4+i)*4+j"]], "ranks": {"A": 4}, "cond": "True", "box": [-1, 4]}
#define BS 4
void F(T mb, T nb, E *A)
{
    for (T bi = 0; bi < mb; bi++)
        for (T bj = 0; bj < nb; bj++) {
            E *block = A + (bi*nb + bj)*BS*BS;
            for (T i = 0; i < BS; i++)
                for (T j = 0; j < BS; j++)
                    block[i*BS + j] *= 2;
        }
}
#undef BS

// case {"id": "W_flat3", "params": ["d", "h", "w"], "iters": [["t", "0", "d*h*w"]], "accesses": [["A", "t"], ["B", "((t%(w*h)%w)*h+t%(w*h)//w)*d+t//(w*h)"]], "ranks": {"B": 3}, "cond": "w>0 and h>0", "box": [-1, 4]}
void F(T d, T h, T w, const E *A, E *B)
{
    for (T t = 0; t < d*h*w; t++) {
        T z = t/(w*h), r = t%(w*h), y = r/w, x = r%w;
        B[(x*h + y)*d + z] = A[t];
    }
}

// case {"id": "W_flatconst", "params": ["n", "ld"], "iters": [["t", "0", "n*4"]], "accesses": [["A", "(t//4)*ld+t%4"]], "ranks": {"A": 2}, "cond": "ld>=4", "box": [-1, 7]}
void F(T n, T ld, E *A)
{
    for (T t = 0; t < n*4; t++)
        A[(t/4)*ld + t%4] += 1;
}

// case {"id": "W_flatbits", "params": ["n", "ld"], "iters": [["t", "0", "n*4"]], "accesses": [["A", "(t//4)*ld+t%4"]], "ranks": {"A": 2}, "cond": "ld>=4", "box": [-1, 7]}
void F(T n, T ld, E *A)
{
    for (T t = 0; t < (n << 2); t++)
        A[(t >> 2)*ld + (t & 3)] += 1;
}

// case {"id": "W_flatldm", "params": ["n", "m", "ld"], "iters": [["t", "0", "n*m"]], "accesses": [["A", "(t//m)*ld+t%m"]], "ranks": {"A": 2}, "cond": "m>0 and m<=ld"}
void F(T n, T m, T ld, E *A)
{
    T t;
    for (t = 0; t < n*m; t++) {
        T i = t / m, j = t - i*m;
        A[i*ld + j] += 1;
    }
}

// case {"id": "W_steps", "params": ["n", "m", "ld"], "iters": [["i", "0", "n if ld>0 else 0"], ["j", "0", "m"]], "accesses": [["A", "i*ld+j"]], "ranks": {"A": 2}, "cond": "m<=ld"}
void F(T n, T m, T ld, E *A)
{
    for (T r = 0; r < n*ld; r += ld)
        for (T j = 0; j < m; j++)
            A[r + j] += 1;
}

// case {"id": "W_steps3", "params": ["d", "h", "w"], "iters": [["z", "0", "d"], ["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "(z*h+y)*w+x"]], "ranks": {"A": 3}, "cond": "True", "box": [0, 4]}
void F(T d, T h, T w, E *A)
{
    T z, y, x;
    for (z = 0; z < d*h*w; z += h*w)
        for (y = z; y < z + h*w; y += w)
            for (x = y; x < y + w; x++)
                A[x] += 1;
}

// case {"id": "W_ptrsteps", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"]], "ranks": {"A": 2}, "cond": "m>0", "box": [0, 5]}
void F(T n, T m, E *A)
{
    E *p;
    for (p = A; p < A + n*m; p += m)
        for (T j = 0; j < m; j++)
            p[j] += 1;
}

// case {"id": "W_ptrend", "params": ["n", "m", "ld"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*ld+j"]], "ranks": {"A": 2}, "cond": "m<=ld", "box": [0, 5]}
void F(T n, T m, T ld, E *A)
{
    for (T i = 0; i < n; i++) {
        E *p = A + i*ld, *end = p + m;
        while (p < end)
            *p++ += 1;
    }
}

// case {"id": "W_wrap", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+(j-1 if j>0 else m-1)"], ["A", "i*m+(j+1 if j+1<m else 0)"], ["B", "i*m+j"]], "ranks": {"A": 2, "B": 2}, "cond": "True"}
void F(T n, T m, const E *A, E *B)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++) {
            T left = j > 0 ? j - 1 : m - 1, right = j + 1 < m ? j + 1 : 0;
            B[i*m + j] = A[i*m + left] + A[i*m + right];
        }
}

// case {"id": "W_rotate", "params": ["n", "m", "k"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "((i+k)%n)*m+j"], ["B", "i*m+j"]], "ranks": {"A": 2, "B": 2}, "cond": "k>=0 and k<=n"}
void F(T n, T m, T k, const E *A, E *B)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            B[i*m + j] = A[((i + k) % n)*m + j];
}

// case {"id": "W_swap", "params": ["n", "m", "cur"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "cur*n*m+i*m+j"], ["A", "(1-cur)*n*m+i*m+j"]], "ranks": {"A": 3}, "cond": "True", "box": [0, 4]}
void F(T n, T m, T cur, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            A[(1 - cur)*n*m + i*m + j] = A[cur*n*m + i*m + j];
}

// case {"id": "W_faces", "params": ["n"], "iters": [["i", "0", "n"], ["j", "0", "n"]], "accesses": [["A", "i*n+j"], ["A", "(n-1)*n*n+i*n+j"], ["A", "i*n*n+j"], ["A", "i*n*n+(n-1)*n+j"], ["A", "i*n*n+j*n"], ["A", "i*n*n+j*n+n-1"]], "ranks": {"A": 3}, "cond": "True"}
void F(T n, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < n; j++) {
            A[i*n + j] = 0;
            A[(n - 1)*n*n + i*n + j] = 0;
            A[i*n*n + j] = 0;
            A[i*n*n + (n - 1)*n + j] = 0;
            A[i*n*n + j*n] = 0;
            A[i*n*n + j*n + n - 1] = 0;
        }
}

// case {"id": "W_ghostrows", "params": ["n", "m"], "iters": [["j", "0", "m+2"]], "accesses": [["A", "j"], ["A", "n*(m+2)+j"], ["A", "(n+1)*(m+2)+j"], ["A", "(m+2)+j"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    for (T j = 0; j < m + 2; j++) {
        A[j] = A[n*(m + 2) + j];
        A[(n + 1)*(m + 2) + j] = A[(m + 2) + j];
    }
}

// case {"id": "W_ghostcols", "params": ["n", "m"], "iters": [["i", "0", "n+2"]], "accesses": [["A", "i*(m+2)"], ["A", "i*(m+2)+m"], ["A", "i*(m+2)+m+1"], ["A", "i*(m+2)+1"]], "ranks": {"A": 2}, "cond": "m>=0"}
void F(T n, T m, E *A)
{
    for (T i = 0; i < n + 2; i++) {
        A[i*(m + 2)] = A[i*(m + 2) + m];
        A[i*(m + 2) + m + 1] = A[i*(m + 2) + 1];
    }
}

// case {"id": "W_lu", "params": ["n"], "iters": [["k", "0", "n"], ["i", "k+1", "n"], ["j", "k+1", "n"]], "accesses": [["A", "i*n+j"], ["A", "i*n+k"], ["A", "k*n+j"], ["A", "k*n+k"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, E *A)
{
    for (T k = 0; k < n; k++)
        for (T i = k + 1; i < n; i++)
            for (T j = k + 1; j < n; j++)
                A[i*n + j] -= A[i*n + k] * A[k*n + j] / A[k*n + k];
}

// case {"id": "W_heads", "params": ["B", "Tn", "C", "NH"], "iters": [["b", "0", "B"], ["t", "0", "Tn"], ["h", "0", "NH"], ["u", "0", "t+1"], ["i", "0", "C//NH"]], "accesses": [["inp", "b*Tn*(3*C)+t*(3*C)+h*(C//NH)+i"], ["inp", "b*Tn*(3*C)+u*(3*C)+h*(C//NH)+C+i"], ["att", "b*NH*Tn*Tn+h*Tn*Tn+t*Tn+u"]], "ranks": {"inp": 3, "att": 4}, "cond": "True", "box": [1, 4]}
void F(T B, T Tn, T C, T NH, const E *inp, E *att)
{
    T C3 = C*3;
    T hs = C / NH;
    for (T b = 0; b < B; b++)
        for (T t = 0; t < Tn; t++)
            for (T h = 0; h < NH; h++) {
                const E *query = inp + b*Tn*C3 + t*C3 + h*hs;
                E *row = att + b*NH*Tn*Tn + h*Tn*Tn + t*Tn;
                for (T u = 0; u <= t; u++) {
                    const E *key = inp + b*Tn*C3 + u*C3 + h*hs + C;
                    for (T i = 0; i < hs; i++)
                        row[u] += query[i] * key[i];
                }
            }
}

// case {"id": "W_incs", "types": ["int", "long"], "params": ["n", "m", "lda", "ix", "iy"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*lda+j"], ["x", "j*ix"], ["y", "i*iy"]], "ranks": {"A": 2}, "cond": "m<=lda and ix>0 and iy>0", "box": [-1, 3]}
void F(T n, T m, T lda, T ix, T iy, const E *A, const E *x, E *y)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            y[i*iy] += A[i*lda + j] * x[j*ix];
}

// case {"id": "W_depthwise", "params": ["OH", "OW", "H", "W", "C"], "iters": [["b", "0", "2"], ["oh", "0", "OH"], ["ow", "0", "OW"], ["c", "0", "C"], ["kh", "0", "3"], ["kw", "0", "3"]], "accesses": [["in", "((b*H+oh*2+kh)*W+ow*2+kw)*C+c"], ["k", "(kh*3+kw)*C+c"], ["out", "((b*OH+oh)*OW+ow)*C+c"]], "ranks": {"in": 4, "k": 3, "out": 4}, "cond": "2*(OH-1)+3<=H and 2*(OW-1)+3<=W", "box": [0, 5]}
void F(T OH, T OW, T H, T W, T C, const E *in, const E *k, E *out)
{
    for (T b = 0; b < 2; b++)
        for (T oh = 0; oh < OH; oh++)
            for (T ow = 0; ow < OW; ow++)
                for (T c = 0; c < C; c++)
                    for (T kh = 0; kh < 3; kh++)
                        for (T kw = 0; kw < 3; kw++)
                            out[((b*OH + oh)*OW + ow)*C + c] += in[((b*H + oh*2 + kh)*W + ow*2 + kw)*C + c] * k[(kh*3 + kw)*C + c];
}

// case {"id": "W_struct", "params": ["rows", "cols", "stride"], "names": {"rows": "m->rows", "cols": "m->cols", "stride": "m->stride"}, "bases": {"A": "m->data"}, "iters": [["i", "0", "rows"], ["j", "0", "cols"]], "accesses": [["A", "i*stride+j"]], "ranks": {"A": 2}, "cond": "cols<=stride"}
struct F_matrix { T rows, cols, stride; E *data; };
void F(struct F_matrix *m)
{
    for (T i = 0; i < m->rows; i++)
        for (T j = 0; j < m->cols; j++)
            m->data[i*m->stride + j] *= 2;
}

// case {"id": "W_globals", "params": ["nx", "ny"], "names": {"nx": "f_W_globals_nx", "ny": "f_W_globals_ny"}, "iters": [["i", "0", "ny"], ["j", "0", "nx"]], "accesses": [["A", "i*nx+j"]], "ranks": {"A": 2}, "cond": "True"}
static T F_nx, F_ny;
void F_size(T x, T y) { F_nx = x; F_ny = y; }
void F(E *A)
{
    T nx = F_nx, ny = F_ny;
    for (T i = 0; i < ny; i++)
        for (T j = 0; j < nx; j++)
            A[i*nx + j] *= 2;
}

// case {"id": "W_constants", "params": ["d"], "iters": [["i", "0", "d"], ["j", "0", "5"], ["k", "0", "6"]], "accesses": [["A", "(i*5+j)*6+k"]], "ranks": {"A": 3}, "cond": "True"}
#define NY 5
#define NZ 6
void F(T d, E *A)
{
    for (T i = 0; i < d; i++)
        for (T j = 0; j < NY; j++)
            for (T k = 0; k < NZ; k++)
                A[i*NY*NZ + j*NZ + k] *= 2;
}
#undef NY
#undef NZ

// case {"id": "W_plane", "types": ["int", "unsigned"], "params": ["d", "h", "w"], "iters": [["z", "0", "d"], ["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "(z*h+y)*w+x"]], "ranks": {"A": 3}, "cond": "True", "box": [-1, 4]}
void F(T d, T h, T w, E *A)
{
    size_t plane = (size_t)w*h;
    for (T z = 0; z < d; z++)
        for (T y = 0; y < h; y++)
            for (T x = 0; x < w; x++)
                A[z*plane + (size_t)y*w + x] *= 2;
}

// case {"id": "W_while", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    T i = 0, j;
    while (i < n) {
        j = 0;
        while (j < m) {
            A[i*m + j] *= 2;
            j++;
        }
        i++;
    }
}

// case {"id": "W_lessequal", "params": ["n", "m"], "iters": [["i", "1", "n+1"], ["j", "1", "m+1"]], "accesses": [["A", "(i-1)*m+j-1"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    for (T i = 1; i <= n; i++)
        for (T j = 1; j <= m; j++)
            A[(i - 1)*m + j - 1] *= 2;
}

// case {"id": "W_notequal", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"]], "ranks": {"A": 2}, "cond": "n >= 0 and m >= 0", "box": [0, 5]}
void F(T n, T m, E *A)
{
    for (T i = 0; i != n; i++)
        for (T j = 0; j != m; j++)
            A[i*m + j] *= 2;
}

// case {"id": "W_tiled", "params": ["n", "m"], "iters": [["ii", "0", "(n+3)//4"], ["i", "4*ii", "min(4*ii+4,n)"], ["j", "0", "m"]], "accesses": [["A", "i*m+j"], ["B", "j*n+i"]], "ranks": {"A": 2, "B": 2}, "cond": "True", "box": [-1, 7]}
void F(T n, T m, E *A, const E *B)
{
    for (T ii = 0; ii < n; ii += 4)
        for (T i = ii; i < (ii + 4 < n ? ii + 4 : n); i++)
            for (T j = 0; j < m; j++)
                A[i*m + j] = B[j*n + i];
}

// case {"id": "W_quarters", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m//4"], ["c", "0", "4"]], "accesses": [["A", "(i*(m//4)+j)*4+c"]], "ranks": {"A": 3}, "cond": "True", "box": [-2, 9]}
void F(T n, T m, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m/4; j++)
            for (T c = 0; c < 4; c++)
                A[(i*(m/4) + j)*4 + c] *= 2;
}

// case {"id": "W_bounds2", "params": ["r", "lo", "hi"], "iters": [["i", "0", "r"], ["j", "lo", "hi"]], "accesses": [["A", "i*(hi-lo)+j-lo"]], "ranks": {"A": 2}, "cond": "True"}
void F(T r, T lo, T hi, E *A)
{
    for (T i = 0; i < r; i++)
        for (T j = lo; j < hi; j++)
            A[i*(hi - lo) + (j - lo)] *= 2;
}

// case {"id": "W_bounds3", "params": ["k0", "k1", "j0", "j1", "i0", "i1"], "iters": [["k", "k0", "k1+1"], ["j", "j0", "j1+1"], ["i", "i0", "i1+1"]], "accesses": [["A", "((k-k0)*(j1-j0+1)+(j-j0))*(i1-i0+1)+(i-i0)"]], "ranks": {"A": 3}, "cond": "True", "box": [-1, 3]}
void F(T k0, T k1, T j0, T j1, T i0, T i1, E *A)
{
    for (T k = k0; k <= k1; k++)
        for (T j = j0; j <= j1; j++)
            for (T i = i0; i <= i1; i++)
                A[((k - k0)*(j1 - j0 + 1) + (j - j0))*(i1 - i0 + 1) + (i - i0)] *= 2;
}

// case {"id": "W_maxld", "params": ["n", "m"], "iters": [["j", "0", "n"], ["i", "0", "m"]], "accesses": [["A", "i+j*max(m,1)"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, E *A)
{
    T ld = m > 1 ? m : 1;
    for (T j = 0; j < n; j++)
        for (T i = 0; i < m; i++)
            A[i + j*ld] *= 2;
}

// case {"id": "W_roundup", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "y*((w+3)//4*4)+x"]], "ranks": {"A": 2}, "cond": "True", "box": [-1, 9]}
void F(T h, T w, E *A)
{
    T pitch = (w + 3)/4*4;
    for (T y = 0; y < h; y++)
        for (T x = 0; x < w; x++)
            A[y*pitch + x] *= 2;
}

// case {"id": "W_roundmask", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "y*((w+3)//4*4)+x"]], "ranks": {"A": 2}, "cond": "True", "box": [0, 9]}
void F(T h, T w, E *A)
{
    T pitch = (w + 3) & ~(T)3;
    for (T y = 0; y < h; y++)
        for (T x = 0; x < w; x++)
            A[y*pitch + x] *= 2;
}

// case {"id": "W_planes", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["p", "y*w+x"], ["p", "w*h+y*w+x"], ["p", "2*w*h+y*w+x"], ["q", "(y*w+x)*3"], ["q", "(y*w+x)*3+1"], ["q", "(y*w+x)*3+2"]], "ranks": {"p": 3, "q": 3}, "cond": "True"}
void F(T h, T w, const E *p, E *q)
{
    const E *r = p, *g = r + w*h, *b = g + w*h;
    for (T y = 0; y < h; y++)
        for (T x = 0; x < w; x++) {
            q[3*(y*w + x)] = r[y*w + x];
            q[3*(y*w + x) + 1] = g[y*w + x];
            q[3*(y*w + x) + 2] = b[y*w + x];
        }
}

// case {"id": "W_packB", "params": ["K", "nb", "ldb"], "iters": [["k", "0", "K"], ["j", "0", "4*nb"]], "accesses": [["Bp", "(j//4)*K*4+k*4+j%4"], ["B", "k*ldb+j"]], "ranks": {"Bp": 3, "B": 2}, "cond": "4*nb<=ldb", "box": [0, 9]}
void F(T K, T nb, T ldb, E *Bp, const E *B)
{
    for (T k = 0; k < K; k++)
        for (T j = 0; j < 4*nb; j++)
            Bp[(j/4)*K*4 + k*4 + j%4] = B[k*ldb + j];
}

// case {"id": "W_coarse", "params": ["Z", "h", "w"], "iters": [["z", "0", "Z"], ["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "(z*h+y)*w+x"], ["A", "z*(h*w)+(h*w-1-(y*w+x))"]], "ranks": {"A": 3}, "cond": "True", "box": [-1, 4]}
void F(T Z, T h, T w, E *A)
{
    for (T z = 0; z < Z; z++)
        for (T y = 0; y < h; y++)
            for (T x = 0; x < w; x++)
                A[(z*h + y)*w + x] += A[z*h*w + (h*w - 1 - (y*w + x))];
}

// case {"id": "W_transposeblocks", "params": ["n", "nb"], "iters": [["bi", "0", "nb"], ["bj", "0", "nb"], ["i", "0", "4"], ["j", "0", "4"]], "accesses": [["A", "(4*bi+i)*n+4*bj+j"], ["B", "(4*bj+j)*n+4*bi+i"]], "ranks": {"A": 2, "B": 2}, "cond": "4*nb<=n", "box": [0, 9]}
void F(T n, T nb, const E *A, E *B)
{
    for (T ib = 0; ib < 4*nb; ib += 4)
        for (T jb = 0; jb < 4*nb; jb += 4)
            for (T i = ib; i < ib + 4; i++)
                for (T j = jb; j < jb + 4; j++)
                    B[j*n + i] = A[i*n + j];
}

// case {"id": "W_wavefront", "params": ["n", "m"], "iters": [["d", "2", "n+m-1"], ["i", "max(1,d-m+1)", "min(n,d)"]], "accesses": [["A", "i*m+d-i"], ["A", "(i-1)*m+d-i"], ["A", "i*m+d-i-1"]], "ranks": {"A": 2}, "cond": "True", "types": ["int", "long"]}
void F(T n, T m, E *A)
{
    for (T d = 2; d < n + m - 1; d++)
        for (T i = d - m + 1 > 1 ? d - m + 1 : 1; i < n && i < d; i++)
            A[i*m + (d - i)] = A[(i - 1)*m + (d - i)] + A[i*m + (d - i - 1)];
}

// case {"id": "W_evenodd", "params": ["n", "m"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "i*2*m+j"], ["A", "i*2*m+m+j"]], "ranks": {"A": 3}, "cond": "True"}
void F(T n, T m, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++) {
            E a = A[i*2*m + j], b = A[i*2*m + m + j];
            A[i*2*m + j] = a + b;
            A[i*2*m + m + j] = a - b;
        }
}

// case {"id": "W_butterfly", "params": ["n", "s"], "iters": [["i", "0", "n"], ["j", "0", "2**s"]], "accesses": [["A", "i*2*2**s+j"], ["A", "i*2*2**s+2**s+j"]], "ranks": {"A": 3}, "cond": "s>=0", "box": [0, 4]}
void F(T n, T s, E *A)
{
    T half = (T)1 << s;
    for (T i = 0; i < n; i++)
        for (T j = 0; j < half; j++) {
            E a = A[i*2*half + j], b = A[i*2*half + half + j];
            A[i*2*half + j] = a + b;
            A[i*2*half + half + j] = a - b;
        }
}

// case {"id": "W_batchgemm", "params": ["b", "n", "m", "p"], "iters": [["t", "0", "b"], ["i", "0", "n"], ["j", "0", "m"], ["k", "0", "p"]], "accesses": [["C", "(t*n+i)*m+j"], ["A", "(t*n+i)*p+k"], ["B", "(t*p+k)*m+j"]], "ranks": {"C": 3, "A": 3, "B": 3}, "cond": "True", "box": [0, 3]}
static void F_one(T n, T m, T p, E *C, const E *A, const E *B)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            for (T k = 0; k < p; k++)
                C[i*m + j] += A[i*p + k] * B[k*m + j];
}
void F(T b, T n, T m, T p, E *C, const E *A, const E *B)
{
    for (T t = 0; t < b; t++)
        F_one(n, m, p, C + t*n*m, A + t*n*p, B + t*p*m);
}

// case {"id": "W_ringback", "params": ["n", "m", "k"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "((i-k+n)%n)*m+j"], ["B", "i*m+j"]], "ranks": {"A": 2, "B": 2}, "cond": "k<=n", "types": ["int", "long"]}
void F(T n, T m, T k, const E *A, E *B)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            B[i*m + j] = A[((i - k + n) % n)*m + j];
}

// case {"id": "W_ringtime", "params": ["t", "d", "n"], "iters": [["s", "0", "d"], ["j", "0", "n"]], "accesses": [["A", "((t+s)%d)*n+j"]], "ranks": {"A": 2}, "cond": "t>=0"}
void F(T t, T d, T n, E *A)
{
    for (T s = 0; s < d; s++)
        for (T j = 0; j < n; j++)
            A[((t + s) % d)*n + j] += 1;
}

// case {"id": "W_ringdown", "params": ["n", "m", "k"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "((k-i)%n)*m+j"]], "ranks": {"A": 2}, "cond": "k>=n"}
void F(T n, T m, T k, E *A)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            A[((k - i) % n)*m + j] += 1;
}

// case {"id": "W_ringtwo", "params": ["n", "m", "k", "l"], "iters": [["i", "0", "n"], ["j", "0", "m"]], "accesses": [["A", "((i+k)%n)*m+(j+l)%m"], ["B", "i*m+j"]], "ranks": {"A": 2, "B": 2}, "cond": "k>=0 and l>=0", "box": [0, 4]}
void F(T n, T m, T k, T l, const E *A, E *B)
{
    for (T i = 0; i < n; i++)
        for (T j = 0; j < m; j++)
            B[i*m + j] = A[((i + k) % n)*m + (j + l) % m];
}

// case {"id": "W_minld3", "params": ["n", "m"], "iters": [["k", "0", "2"], ["j", "0", "n"], ["i", "0", "m"]], "accesses": [["A", "i+max(m,1)*(j+k*max(n,1))"]], "ranks": {"A": 3}, "cond": "True"}
void F(T n, T m, E *A)
{
    T ld = m > 1 ? m : 1, pl = 1 < n ? n : 1;
    for (T k = 0; k < 2; k++)
        for (T j = 0; j < n; j++)
            for (T i = 0; i < m; i++)
                A[i + ld*(j + k*pl)] *= 2;
}

// case {"id": "W_minrows", "params": ["n", "m", "p"], "iters": [["j", "0", "n"], ["i", "0", "min(m,p)"]], "accesses": [["A", "i+j*min(m,p)"]], "ranks": {"A": 2}, "cond": "True"}
void F(T n, T m, T p, E *A)
{
    T ld = m < p ? m : p;
    for (T j = 0; j < n; j++)
        for (T i = 0; i < ld; i++)
            A[i + j*ld] *= 2;
}

// case {"id": "W_panel4", "params": ["m", "K"], "iters": [["ip", "0", "(m+3)//4"], ["k", "0", "K"]], "accesses": [["Ap", "ip*K+k"]], "ranks": {"Ap": 2}, "cond": "True", "box": [-1, 9]}
void F(T m, T K, E *Ap)
{
    for (T i = 0; i < m; i += 4)
        for (T k = 0; k < K; k++)
            *Ap++ += 1;
}

// case {"id": "W_panelidx", "params": ["m", "K"], "iters": [["ip", "0", "(m+3)//4"], ["k", "0", "K"]], "accesses": [["Ap", "ip*K+k"]], "ranks": {"Ap": 2}, "cond": "True", "box": [-1, 9]}
void F(T m, T K, E *Ap)
{
    for (T i = 0; i < m; i += 4)
        for (T k = 0; k < K; k++)
            Ap[(i/4)*K + k] += 1;
}

// case {"id": "W_panel8", "params": ["m", "K"], "iters": [["ip", "0", "m//8"], ["k", "0", "K"], ["ii", "0", "8"]], "accesses": [["Ap", "(ip*K+k)*8+ii"]], "ranks": {"Ap": 3}, "cond": "True", "box": [-1, 17]}
void F(T m, T K, E *Ap)
{
    for (T i = 0; i + 8 <= m; i += 8)
        for (T k = 0; k < K; k++)
            for (T ii = 0; ii < 8; ii++)
                *Ap++ += 1;
}

// case {"id": "W_walkrest", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "y*w+x"]], "ranks": {"A": 2}, "cond": "True", "box": [-1, 9]}
void F(T h, T w, E *A)
{
    E *p = A;
    for (T y = 0; y < h; y++) {
        T x;
        for (x = 0; x + 3 < w; x += 4) {
            p[0] += 1; p[1] += 1; p[2] += 1; p[3] += 1;
            p += 4;
        }
        for (; x < w; x++)
            *p++ += 1;
    }
}

// case {"id": "W_idxrest", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "y*w+x"]], "ranks": {"A": 2}, "cond": "True", "box": [-1, 9]}
void F(T h, T w, E *A)
{
    for (T y = 0; y < h; y++) {
        T x;
        for (x = 0; x + 3 < w; x += 4) {
            A[y*w+x] += 1; A[y*w+x+1] += 1; A[y*w+x+2] += 1; A[y*w+x+3] += 1;
        }
        for (; x < w; x++)
            A[y*w+x] += 1;
    }
}

// case {"id": "W_rowrest", "params": ["h", "w"], "iters": [["y", "0", "h"], ["x", "0", "w"]], "accesses": [["A", "y*w+x"]], "ranks": {"A": 2}, "cond": "True", "box": [-1, 9]}
void F(T h, T w, E *A)
{
    for (T y = 0; y < h; y++) {
        T x, w4 = w / 4 * 4;
        for (x = 0; x < w4; x += 4) {
            A[y*w+x] += 1; A[y*w+x+1] += 1; A[y*w+x+2] += 1; A[y*w+x+3] += 1;
        }
        for (x = w4; x < w; x++)
            A[y*w+x] += 1;
    }
}

// case {"id": "W_cuda3", "params": ["d", "h", "w"], "iters": [["t", "0", "d*h*w"]], "accesses": [["A", "t"], ["B", "((t%w)*h+(t//w)%h)*d+t//(w*h)"]], "ranks": {"B": 3}, "cond": "w>0 and h>0", "box": [-1, 3]}
void F(T d, T h, T w, const E *A, E *B)
{
    for (T t = 0; t < d*h*w; t++) {
        T x = t % w, y = (t / w) % h, z = t / (w*h);
        B[(x*h + y)*d + z] = A[t];
    }
}

// case {"id": "W_cuda3b", "params": ["d", "h", "w"], "iters": [["t", "0", "d*h*w"]], "accesses": [["A", "t"], ["B", "((t%w)*h+(t//w)%h)*d+t//w//h"]], "ranks": {"B": 3}, "cond": "w>0 and h>0", "box": [-1, 3]}
void F(T d, T h, T w, const E *A, E *B)
{
    for (T t = 0; t < d*h*w; t++) {
        T x = t % w, y = t / w % h, z = t / w / h;
        B[(x*h + y)*d + z] = A[t];
    }
}

"""Chapters of Accera's manual on arrays, nests, schedules and fusing: see accera_support.py."""
import unittest

from accera_support import CONST, F32, IN, INOUT, OUT, TEMP, AcceraTest, acc, np, numbers, snippet


class Arrays(AcceraTest):
    @snippet("1 Arrays and scalars", "input array, compile-time and run-time shape")
    def test_shapes(self):
        N = acc.create_dimensions()
        A = acc.Array(shape=(N, 20), role=IN, element_type=F32)
        B = acc.Array(shape=(N, 20), role=INOUT, element_type=F32)
        nest = acc.Nest((N, 20))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            B[i, j] = 2 * A[i, j]

        f = self.build(nest, (N, A, B))
        for n in (0, 1, 7):
            a, b = numbers(n, 20), np.zeros((n, 20), np.float32)
            f(n, a, b)
            np.testing.assert_array_equal(b, 2 * a)
        with self.assertRaises(ValueError):
            f(3, numbers(4, 20), np.zeros((3, 20), np.float32))
        with self.assertRaises(TypeError):
            f(3, numbers(3, 20, dtype=np.float64), np.zeros((3, 20), np.float32))
        with self.assertRaises(ValueError):
            f(3, numbers(20, 3).T, np.zeros((3, 20), np.float32))

    @snippet(
        "1 Arrays and scalars",
        "layouts: first major, last major, explicit map, infinite major dimension",
    )
    def test_layouts(self):
        for layout, shape in (
            (acc.Array.Layout.FIRST_MAJOR, (10, 20)),
            (acc.Array.Layout.LAST_MAJOR, (10, 20)),
            ((1, 10), (10, 20)),
            (acc.Array.Layout.LAST_MAJOR, (10, acc.inf)),
        ):
            A = acc.Array(role=IN, element_type=F32, shape=shape, layout=layout)
            B = acc.Array(role=INOUT, element_type=F32, shape=(10, 20))
            nest = acc.Nest(shape=(10, 20))
            i, j = nest.get_indices()

            @nest.iteration_logic
            def _():
                B[i, j] += A[i, j]

            is_first = layout is acc.Array.Layout.FIRST_MAJOR
            a = np.asarray(numbers(10, 20), order="C" if is_first else "F")
            b = np.zeros((10, 20), np.float32)
            self.build(nest, (A, B))(a, b)
            np.testing.assert_array_equal(b, a)

    @snippet(
        "1 Arrays and scalars",
        "an offset of the map; one map, two elements at one place (Toeplitz)",
    )
    def test_map(self):
        T = acc.Array(role=IN, shape=(5, 4), layout=(-1, 1), offset=4)
        B = acc.Array(role=INOUT, shape=(5, 4))
        nest = acc.Nest(shape=(5, 4))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            B[i, j] = T[i, j]

        memory, b = numbers(8), np.zeros((5, 4), np.float32)
        view = np.lib.stride_tricks.as_strided(memory[4:], (5, 4), (-4, 4))
        self.build(nest, (T, B))(view, b)
        np.testing.assert_array_equal(b, view)

    @snippet("1 Arrays and scalars", "output array whose size the function computes")
    def test_range(self):
        Start = acc.Scalar()
        End = acc.Scalar()
        Step = acc.Scalar()
        N = acc.create_dimensions(role=OUT)
        N.value = acc.floor((End - Start) / Step)
        A = acc.Array(shape=(N,), role=OUT, element_type=F32)
        nest = acc.Nest(shape=(N,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i] = Start + acc.cast(i, F32) * Step

        f = self.build(nest, (Start, End, Step, N, A))
        size, values = f(1.0, 5.5, 0.5)
        self.assertEqual(size, 9)
        np.testing.assert_array_equal(values, np.arange(1.0, 5.5, 0.5, dtype=np.float32))
        size, values = f(3.0, 1.0, 1.0)
        self.assertEqual((size, len(values)), (-2, 0))

    @snippet("1 Arrays and scalars", "an output array is assigned before it is read, or refused")
    def test_output_is_assigned(self):
        A = acc.Array(role=OUT, shape=(8,))
        nest = acc.Nest(shape=(8,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i] += 1.0

        with self.assertRaisesRegex(acc.Refused, "before it is assigned"):
            self.build(nest, (A,))

    @snippet(
        "1 Arrays and scalars",
        "constant array from NumPy, of its own or a named type, either layout",
    )
    def test_constants(self):
        matrix = numbers(6, 5, dtype=np.float64)
        for more in ({}, {"element_type": F32}, {"layout": acc.Array.Layout.LAST_MAJOR}):
            B = acc.Array(role=CONST, data=matrix, **more)
            C = acc.Array(role=INOUT, shape=(6, 5), element_type=acc.ScalarType.float64)
            nest = acc.Nest(shape=(6, 5))
            i, j = nest.get_indices()

            @nest.iteration_logic
            def _():
                C[i, j] += B[i, j]

            c = numbers(6, 5, dtype=np.float64, seed=4)
            wanted = c + matrix
            self.build(nest, (C,))(c)
            np.testing.assert_array_equal(c, wanted)

    @snippet("1 Arrays and scalars", "temporary array between two nests")
    def test_temporary(self):
        X = acc.Array(role=IN, shape=(9,))
        Y = acc.Array(role=INOUT, shape=(9,))
        T = acc.Array(role=TEMP, shape=(9,))
        one, two = acc.Nest(shape=(9,)), acc.Nest(shape=(9,))
        i, j = one.get_indices(), two.get_indices()

        @one.iteration_logic
        def _():
            T[i] = X[i] + 1.0

        @two.iteration_logic
        def _():
            Y[j] = T[j] * T[j]

        x, y = numbers(9), np.zeros(9, np.float32)
        self.build(acc.fuse(one.create_schedule(), two.create_schedule()), (X, Y))(x, y)
        np.testing.assert_array_equal(y, (x + 1) ** 2)

    @snippet("1 Arrays and scalars", "scalars: an argument, a constant, one that the logic assigns")
    def test_scalars(self):
        alpha = acc.Scalar()
        half = acc.Scalar(value=0.5)
        total = acc.Scalar()
        X = acc.Array(role=IN, shape=(9,))
        nest = acc.Nest(shape=(9,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            total.value += alpha * half * X[i]

        x, result = numbers(9), np.full(1, 3, np.float32)
        self.build(nest, (alpha, X, total))(2.0, x, result)
        self.assertEqual(result[0], 3 + x.sum())

    @snippet("1 Arrays and scalars", "sub_array with strides, and slice")
    def test_views(self):
        A = acc.Array(role=INOUT, shape=(5, 5))
        part = A.sub_array(offsets=(1, 1), shape=(2, 3), strides=(2, 1))
        nest = acc.Nest(shape=(2, 3))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            part[i, j] += 1.0

        a = np.zeros((5, 5), np.float32)
        self.build(nest, (A,))(a)
        wanted = np.zeros((5, 5), np.float32)
        wanted[1:5:2, 1:4] = 1
        np.testing.assert_array_equal(a, wanted)
        B = acc.Array(role=INOUT, shape=(3, 4))
        row = B.slice([0], [2])
        other = acc.Nest(shape=(4,))
        k = other.get_indices()

        @other.iteration_logic
        def _():
            row[k] = 7.0

        b = np.zeros((3, 4), np.float32)
        self.build(other, (B,))(b)
        np.testing.assert_array_equal(b, [[0] * 4, [0] * 4, [7] * 4])


class Nests(AcceraTest):
    @snippet("2 Simple affine loop nests", "the product, logic by decorator and by call")
    def test_logic(self):
        nest, _, args = self.product()
        self.check_product(nest, args)
        A, B, C = args
        other = acc.Nest(shape=(16, 10, 11))
        i, j, k = other.get_indices()

        def logic_fn():
            C[i, j] += A[i, k] * B[k, j]

        other.iteration_logic(logic_fn)
        self.check_product(other, args)

    @snippet("2 Simple affine loop nests", "all sizes at run time, dimensions among the arguments")
    def test_run_time_sizes(self):
        M, N, S = acc.create_dimensions()
        nest, _, args = self.product(M, N, S)
        f = self.build(nest, (M, N, S, *args))
        for m, n, s in ((1, 1, 1), (5, 4, 3), (0, 3, 2)):
            a, b, c = numbers(m, s), numbers(s, n), np.zeros((m, n), np.float32)
            f(m, n, s, a, b, c)
            np.testing.assert_array_equal(c, a @ b)

    @snippet("2 Simple affine loop nests", "convolution: sums of indices as subscripts")
    def test_convolution(self):
        A = acc.Array(role=IN, shape=(10, 9))
        B = acc.Array(role=IN, shape=(3, 2))
        C = acc.Array(role=INOUT, shape=(8, 8))
        nest = acc.Nest(shape=(8, 8, 3, 2))
        i, j, k, l = nest.get_indices()

        @nest.iteration_logic
        def _():
            C[i, j] += A[i + k, j + l] * B[k, l]

        a, b, c = numbers(10, 9), numbers(3, 2), np.zeros((8, 8), np.float32)
        self.build(nest, (A, B, C))(a, b, c)
        wanted = sum(b[k, l] * a[k : k + 8, l : l + 8] for k in range(3) for l in range(2))
        np.testing.assert_array_equal(c, wanted)

    @snippet("2 Simple affine loop nests", "a subscript that is not affine is refused")
    def test_not_affine(self):
        A = acc.Array(role=INOUT, shape=(100,))
        nest = acc.Nest(shape=(5, 5))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i * j] += 1.0

        with self.assertRaisesRegex(acc.Refused, "no sum of multiples"):
            nest.create_schedule()

    @snippet("2 Simple affine loop nests", "operators: arithmetic, relations, logic, bits")
    def test_operators(self):
        I32 = acc.ScalarType.int32
        A = acc.Array(role=IN, element_type=I32, shape=(64,))
        B = acc.Array(role=IN, element_type=I32, shape=(64,))
        C = acc.Array(role=INOUT, element_type=I32, shape=(16, 64))
        nest = acc.Nest(shape=(64,))
        i = nest.get_indices()
        rows = [
            lambda a, b: a + b,
            lambda a, b: a - b,
            lambda a, b: a * b,
            lambda a, b: a // b,
            lambda a, b: a % b,
            lambda a, b: -a,
            lambda a, b: a & b,
            lambda a, b: a | b,
            lambda a, b: a ^ b,
            lambda a, b: ~a,
            lambda a, b: a << (b & 3),
            lambda a, b: a >> (b & 3),
            lambda a, b: a**2,
        ]

        @nest.iteration_logic
        def _():
            for row, one in enumerate(rows):
                C[row, i] = one(A[i], B[i])
            C[13, i] = acc.logical_and(A[i] > 2, B[i] <= 3)
            C[14, i] = acc.logical_or(A[i] == B[i], acc.logical_not(A[i]))
            C[15, i] = acc.max(A[i], B[i]) - acc.min(A[i], 2) + acc.abs(A[i])

        random = np.random.RandomState(1)
        a = random.randint(-9, 10, 64).astype(np.int32)
        b = random.randint(1, 9, 64).astype(np.int32)
        c = np.zeros((16, 64), np.int32)
        self.build(nest, (A, B, C))(a, b, c)
        for row, one in enumerate(rows):
            wanted = np.fmod(a, b) if row == 4 else one(a, b)
            np.testing.assert_array_equal(c[row], wanted, str(row))
        np.testing.assert_array_equal(c[13], (a > 2) & (b <= 3))
        np.testing.assert_array_equal(c[14], (a == b) | (a == 0))
        np.testing.assert_array_equal(c[15], np.maximum(a, b) - np.minimum(a, 2) + np.abs(a))

    @snippet(
        "2 Simple affine loop nests", "functions: sqrt, exp, log, sin, ... floor and ceil as int64"
    )
    def test_functions(self):
        names = [
            "sqrt",
            "exp",
            "log",
            "log2",
            "log10",
            "sin",
            "cos",
            "tan",
            "sinh",
            "cosh",
            "tanh",
            "floor",
            "ceil",
        ]
        X = acc.Array(role=IN, element_type=acc.ScalarType.float64, shape=(20,))
        Y = acc.Array(role=INOUT, element_type=acc.ScalarType.float64, shape=(len(names) + 1, 20))
        nest = acc.Nest(shape=(20,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            for row, name in enumerate(names):
                Y[row, i] = getattr(acc, name)(X[i])
            Y[len(names), i] = X[i] ** 1.5

        x, y = np.linspace(0.3, 3.7, 20), np.zeros((len(names) + 1, 20))
        self.build(nest, (X, Y))(x, y)
        for row, name in enumerate(names):
            np.testing.assert_allclose(y[row], getattr(np, name)(x), rtol=1e-12)
        np.testing.assert_allclose(y[-1], x**1.5, rtol=1e-12)

    @snippet(
        "2 Simple affine loop nests", "types: literals take the type beside them, widening, cast"
    )
    def test_types(self):
        for kind in (
            "int8",
            "uint8",
            "int16",
            "uint16",
            "int32",
            "uint32",
            "int64",
            "uint64",
            "float32",
            "float64",
        ):
            type = acc.ScalarType[kind]
            A = acc.Array(role=IN, element_type=type, shape=(8,))
            C = acc.Array(role=INOUT, element_type=type, shape=(8,))
            D = acc.Array(role=INOUT, element_type=acc.ScalarType.float64, shape=(8,))
            nest = acc.Nest(shape=(8,))
            i = nest.get_indices()

            @nest.iteration_logic
            def _():
                C[i] += A[i] * 3
                D[i] = acc.cast(A[i], acc.ScalarType.float64)

            a, c, d = np.arange(8).astype(kind), np.ones(8, kind), np.zeros(8)
            self.build(nest, (A, C, D))(a, c, d)
            np.testing.assert_array_equal(c, np.arange(8) * 3 + 1)
            np.testing.assert_array_equal(d, np.arange(8))
        X = acc.Array(role=INOUT, element_type=F32, shape=(8,))
        nest = acc.Nest(shape=(8,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            X[i] = X[i] * 0.1 + 0.3

        x = np.arange(8, dtype=np.float32)
        wanted = x * np.float32(0.1) + np.float32(0.3)
        self.build(nest, (X,))(x)
        np.testing.assert_array_equal(x, wanted)

    @snippet("2 Simple affine loop nests", "bfloat16", "C compilers have no arithmetic of it")
    def test_bfloat16(self):
        A = acc.Array(role=INOUT, element_type=acc.ScalarType.bfloat16, shape=(8,))
        nest = acc.Nest(shape=(8,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            A[i] += 1.0

        with self.assertRaises(acc.NotSupported):
            nest.create_schedule()

    @snippet(
        "2 Simple affine loop nests",
        "stages nest, schedule, plan, package; a nest or schedule added directly",
    )
    def test_stages(self):
        nest, _, args = self.product()
        for source in (
            nest,
            nest.create_schedule(),
            nest.create_plan(),
            nest.create_schedule().create_plan(),
        ):
            self.check_product(source, args)


class Schedules(AcceraTest):
    @snippet("3 Schedules", "reorder in both forms; an order is absolute")
    def test_reorder(self):
        nest, (i, j, k), args = self.product()
        schedule = nest.create_schedule()
        schedule.reorder(k, i, j)
        self.order(schedule, k, i, j)
        schedule.reorder(order=(j, i, k))
        self.order(schedule, j, i, k)
        self.check_product(schedule, args)

    @snippet("3 Schedules", "orders that are refused leave the schedule as it was")
    def test_invalid_orders(self):
        nest, (i, j, k), args = self.product()
        schedule = nest.create_schedule()
        ii = schedule.split(i, 2)
        iii = schedule.split(ii, 2)
        jj = schedule.split(j, 5)
        self.order(schedule, i, ii, iii, j, jj, k)
        for wrong in ((k, i, jj, j), (k, ii, iii, j, jj, i)):
            with self.assertRaises(ValueError):
                schedule.reorder(*wrong)
            self.order(schedule, i, ii, iii, j, jj, k)
        self.assertFalse(schedule.is_valid_loop_order(k, ii, iii, j, jj, i))
        schedule.reorder(i, j, ii, jj, iii, k)
        self.order(schedule, i, j, ii, jj, iii, k)
        self.check_product(schedule, args)

    @snippet(
        "3 Schedules", "split: dividing, not dividing, of the outer index again, equal, larger, one"
    )
    def test_split(self):
        for sizes, shape in (
            ((3,), (3, 4, 3, 15)),
            ((3, 2), (3, 2, 2, 3, 15)),
            ((5,), (3, 3, 5, 15)),
            ((12,), (3, 1, 12, 15)),
            ((13,), (3, 1, 13, 15)),
            ((1,), (3, 12, 1, 15)),
        ):
            nest, (i, j, k), args = self.product(3, 12, 15)
            schedule = nest.create_schedule()
            for size in sizes:
                schedule.split(j, size)
            self.assertEqual(schedule.shape, shape)
            slots = int(np.prod(shape))
            self.assertEqual(schedule.size(), (540, slots))
            self.check_product(schedule, args, 3, 12, 15)
        for wrong in (0, -1, 2.5):
            with self.assertRaises(ValueError):
                schedule.split(i, wrong)
        schedule.split(i, 2.0)

    @snippet("3 Schedules", "split of a size of run time")
    def test_split_run_time(self):
        M, N, S = acc.create_dimensions()
        nest, (i, j, k), args = self.product(M, N, S)
        schedule = nest.create_schedule()
        ii = schedule.split(i, 4)
        jj = schedule.split(j, 8)
        kk = schedule.split(k, 3)
        schedule.reorder(i, j, k, ii, jj, kk)
        f = self.build(schedule, (M, N, S, *args))
        for m, n, s in ((3, 2, 1), (9, 17, 7), (8, 16, 6)):
            a, b, c = numbers(m, s), numbers(s, n), np.zeros((m, n), np.float32)
            f(m, n, s, a, b, c)
            np.testing.assert_array_equal(c, a @ b)

    @snippet("3 Schedules", "tile: one split per entry, each inner index behind its own")
    def test_tile(self):
        nest, (i, j, k), args = self.product()
        schedule = nest.create_schedule()
        ii, jj, kk = schedule.tile({i: 8, j: 2, k: 3})
        self.order(schedule, i, ii, j, jj, k, kk)
        self.assertEqual(schedule.shape, (2, 8, 5, 2, 4, 3))
        self.check_product(schedule, args)

    def convolution(self, n, k):
        A = acc.Array(role=IN, shape=(n,))
        B = acc.Array(role=IN, shape=(k,))
        C = acc.Array(role=INOUT, shape=(n - k + 1,))
        nest = acc.Nest(shape=(n - k + 1, k))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            C[i] += A[i + j] * B[j]

        return nest, (i, j), (A, B, C)

    @snippet("3 Schedules", "skew both ways, with small loops unrolled")
    def test_skew(self):
        for n, k, turned, unrolled in (
            (10, 3, False, None),
            (10, 3, True, None),
            (10, 3, False, 3),
            (10, 3, True, 3),
            (10, 1, False, None),
            (9, 5, False, 4),
        ):
            nest, (i, j), args = self.convolution(n, k)
            schedule = nest.create_schedule()
            schedule.skew(*((j, i) if turned else (i, j)), unroll_loops_smaller_than=unrolled)
            m = n - k + 1
            self.assertEqual(schedule.shape, (m, n) if turned else (n, k))
            a, b, c = numbers(n), numbers(k), np.zeros(m, np.float32)
            self.build(schedule, args)(a, b, c)
            np.testing.assert_array_equal(c, np.correlate(a, b, "valid"))

    @snippet("3 Schedules", "pad before a split moves where blocks begin")
    def test_pad(self):
        nest, (i, j, k), args = self.product()
        schedule = nest.create_schedule()
        schedule.pad(i, 2)
        ii = schedule.split(i, 3)
        schedule.pad(j, 3)
        jj = schedule.split(j, 3)
        schedule.pad(k, 11)
        kk = schedule.split(k, 4)
        schedule.reorder(i, ii, k, j, jj, kk)
        self.assertEqual(schedule.size(), (1760, 6480))
        self.check_product(schedule, args)

    @snippet("3 Schedules", "several schedules of one nest are independent")
    def test_independent(self):
        nest, (i, j, k), args = self.product()
        one, two = nest.create_schedule(), nest.create_schedule()
        one.reorder(k, j, i)
        self.order(two, i, j, k)
        self.check_product(two, args)


class Fusing(AcceraTest):
    def shift_and_scale(self):
        A = acc.Array(role=IN, shape=(10, 10))
        B = acc.Array(role=IN, shape=(10, 10))
        C = acc.Array(role=INOUT, shape=(10, 10))
        nest0 = acc.Nest(shape=(10, 10))
        i0, j0 = nest0.get_indices()

        @nest0.iteration_logic
        def _():
            C[i0, j0] += A[i0, j0]

        nest1 = acc.Nest(shape=(10, 10))
        i1, j1 = nest1.get_indices()

        @nest1.iteration_logic
        def _():
            C[i1, j1] *= B[i1, j1]

        return nest0.create_schedule(), nest1.create_schedule(), (i1, j1), (A, B, C)

    def check_shift_and_scale(self, schedule, args):
        a, b, c = (numbers(10, 10, seed=k) for k in range(3))
        wanted = (c + a) * b
        self.build(schedule, args)(a, b, c)
        np.testing.assert_array_equal(c, wanted)

    @snippet("4 Fusing", "full fusing; the parts stay as they are")
    def test_full(self):
        schedule0, schedule1, _, args = self.shift_and_scale()
        schedule = acc.fuse(schedule0, schedule1)
        i, j, f = schedule.get_indices()
        self.assertEqual(schedule.shape, (10, 10, 2))
        self.assertEqual((schedule0.shape, schedule1.shape), ((10, 10), (10, 10)))
        self.check_shift_and_scale(schedule, args)

    @snippet("4 Fusing", "full fusing, then blocks")
    def test_tiled(self):
        schedule0, schedule1, _, args = self.shift_and_scale()
        schedule = acc.fuse(schedule0, schedule1)
        i, j, f = schedule.get_indices()
        ii, jj = schedule.tile({i: 2, j: 2})
        schedule.reorder(i, j, f, ii, jj)
        self.check_shift_and_scale(schedule, args)

    @snippet("4 Fusing", "the unsafe example: refused, with the two iterations and the element")
    def test_unsafe(self):
        schedule0, schedule1, (i1, j1), args = self.shift_and_scale()
        schedule1.reorder(j1, i1)
        schedule = acc.fuse(schedule0, schedule1)
        with self.assertRaisesRegex(acc.Refused, r"must run before .* both touch C\[") as caught:
            schedule.create_plan()
        self.assertEqual(caught.exception.id, "illegal-schedule")

    @snippet("4 Fusing", "spaces of different shapes")
    def test_unequal(self):
        A = acc.Array(role=IN, shape=(16, 16))
        B = acc.Array(role=IN, shape=(16, 10))
        C = acc.Array(role=INOUT, shape=(16, 16))
        nest0, nest1 = acc.Nest(shape=(16, 16)), acc.Nest(shape=(16, 10))
        i0, j0 = nest0.get_indices()
        i1, j1 = nest1.get_indices()

        @nest0.iteration_logic
        def _():
            C[i0, j0] += A[i0, j0]

        @nest1.iteration_logic
        def _():
            C[i1, j1] *= B[i1, j1]

        schedule = acc.fuse(nest0.create_schedule(), nest1.create_schedule())
        self.assertEqual(schedule.size(), (416, 512))
        i, j, f = schedule.get_indices()
        ii, jj = schedule.tile({i: 4, j: 4})
        schedule.reorder(i, j, f, ii, jj)
        a, b, c = numbers(16, 16), numbers(16, 10), numbers(16, 16, seed=3)
        wanted = c + a
        wanted[:, :10] *= b
        self.build(schedule, (A, B, C))(a, b, c)
        np.testing.assert_array_equal(c, wanted)

    def layer(self):
        A = acc.Array(role=IN, shape=(8, 4))
        B = acc.Array(role=IN, shape=(4, 8))
        C = acc.Array(role=INOUT, shape=(8, 8))
        nest0 = acc.Nest(shape=(8, 8, 4))
        i0, j0, k0 = nest0.get_indices()

        @nest0.iteration_logic
        def _():
            C[i0, j0] += A[i0, k0] * B[k0, j0]

        nest1 = acc.Nest(shape=(8, 8))
        i1, j1 = nest1.get_indices()

        @nest1.iteration_logic
        def _():
            C[i1, j1] = acc.max(C[i1, j1], 0)

        return acc.fuse((nest0.create_schedule(), nest1.create_schedule()), partial=2), (A, B, C)

    @snippet("4 Fusing", "partial fusing: product and ReLU")
    def test_partial(self):
        schedule, args = self.layer()
        i, j = schedule.get_fused_indices()
        f = schedule.get_fusing_index()
        k0 = schedule.get_unfused_indices()[0]
        self.order(schedule, i, j, f, k0)
        self.assertEqual(schedule.shape, (8, 8, 2, 4))
        a, b, c = numbers(8, 4), numbers(4, 8), numbers(8, 8)
        wanted = np.maximum(c + a @ b, 0)
        self.build(schedule, args)(a, b, c)
        np.testing.assert_array_equal(c, wanted)

    @snippet("4 Fusing", "an unfused dimension before the fusing one is refused")
    def test_constraint(self):
        schedule, _ = self.layer()
        i, j, f, k = schedule.get_indices()
        with self.assertRaises(ValueError):
            schedule.reorder(i, j, k, f)
        self.order(schedule, i, j, f, k)

    @snippet("4 Fusing", "the fusing dimension is neither vectorized nor parallel")
    def test_sequential(self):
        schedule, _ = self.layer()
        plan = schedule.create_plan()
        for step in (plan.vectorize, plan.parallelize):
            with self.assertRaises(acc.Refused):
                step(schedule.get_fusing_index())

    @snippet(
        "4 Fusing", "three matrices with a temporary, dimensions lined up by reorder, then blocks"
    )
    def test_three_matrices(self):
        A = acc.Array(role=IN, shape=(4, 5))
        B = acc.Array(role=IN, shape=(5, 6))
        C = acc.Array(role=TEMP, shape=(4, 6))
        D = acc.Array(role=IN, shape=(6, 10))
        E = acc.Array(role=INOUT, shape=(4, 10))
        nest0 = acc.Nest(shape=(4, 6, 5))
        i0, j0, k0 = nest0.get_indices()

        @nest0.iteration_logic
        def _():
            C[i0, j0] += A[i0, k0] * B[k0, j0]

        nest1 = acc.Nest(shape=(4, 10, 6))
        i1, j1, k1 = nest1.get_indices()

        @nest1.iteration_logic
        def _():
            E[i1, j1] += C[i1, k1] * D[k1, j1]

        schedule0, schedule1 = nest0.create_schedule(), nest1.create_schedule()
        schedule1.reorder(i1, k1, j1)
        for is_tiled in (False, True):
            schedule = acc.fuse((schedule0, schedule1), partial=2)
            i, j, f, k0, j1 = schedule.get_indices()
            self.assertEqual(schedule.shape, (4, 6, 2, 5, 10))
            if is_tiled:
                ii, jj = schedule.tile({i: 2, j: 3})
                schedule.reorder(i, j, f, ii, jj, k0, j1)
            a, b, d, e = numbers(4, 5), numbers(5, 6), numbers(6, 10), numbers(4, 10)
            wanted = e + a @ b @ d
            self.build(schedule, (A, B, D, E))(a, b, d, e)
            np.testing.assert_array_equal(e, wanted)

    @snippet("4 Fusing", "partial=0: one nest behind the other; partial above the rank is refused")
    def test_concatenated(self):
        schedule0, schedule1, _, args = self.shift_and_scale()
        schedule = acc.fuse((schedule0, schedule1), partial=0)
        self.assertEqual(schedule.shape, (2, 10, 10, 10, 10))
        self.check_shift_and_scale(schedule, args)
        with self.assertRaises(ValueError):
            acc.fuse((schedule0, schedule1), partial=3)

    @snippet("Safety analysis", "the example: tiles of fused and unfused dimensions")
    def test_safety(self):
        def part(letter):
            nest = acc.Nest(shape=(6, 8, 8))
            X = acc.Array(role=INOUT, shape=(6, 8, 8), name=letter)
            index = nest.get_indices()

            @nest.iteration_logic
            def _():
                X[index] += 1.0

            return nest.create_schedule(), X

        (schedule0, X), (schedule1, Y) = part("X"), part("Y")
        schedule = acc.fuse((schedule0, schedule1), partial=2)
        i, j, f, k0, k1 = schedule.get_indices()
        jj, kk0 = schedule.tile({j: 4, k0: 4})
        schedule.reorder(j, i, f, k0, k1, kk0, jj)
        x, y = numbers(6, 8, 8), numbers(6, 8, 8, seed=9)
        wanted = x + 1, y + 1
        self.build(schedule, (X, Y))(x, y)
        np.testing.assert_array_equal((x, y), wanted)

    @snippet("Safety analysis", "a fused schedule fused again")
    def test_nested(self):
        C = acc.Array(role=INOUT, shape=(8, 8))

        def part(change):
            nest = acc.Nest(shape=(8, 8))
            i, j = nest.get_indices()

            @nest.iteration_logic
            def _():
                C[i, j] = change(C[i, j])

            return nest.create_schedule()

        inner = acc.fuse(part(lambda c: c + 3.0), part(lambda c: c * 2.0))
        c = numbers(8, 8)
        wanted = (c + 3) * 2 - 1
        self.build(acc.fuse((inner, part(lambda c: c - 1.0)), partial=2), (C,))(c)
        np.testing.assert_array_equal(c, wanted)


if __name__ == "__main__":
    unittest.main()

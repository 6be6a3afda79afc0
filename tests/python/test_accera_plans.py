"""Chapters of Accera's manual on targets, plans, parameters and packages: see accera_support.py.

`test_accera_plans.py --table` prints the table of docs/python.md, which a test compares with this.
"""
import json
import os
import sys
import unittest

from accera_support import (
    CONST,
    F32,
    ROOT,
    IN,
    INOUT,
    OUT,
    TEMP,
    AcceraTest,
    acc,
    np,
    numbers,
    snippet,
)


import accera_support
import test_accera  # noqa: its rows come first


class Targets(AcceraTest):
    @snippet("5 Targets", "known models, overridden fields, custom targets, their constants")
    def test_targets(self):
        from acc_delin.accera import Target

        corei9 = acc.Target(Target.Model.INTEL_7960X, num_threads=44)
        self.assertEqual((corei9.num_threads, corei9.vector_bytes), (44, 64))
        self.assertIn("INTEL_7700T", dir(Target.Model))
        mine = acc.Target(
            name="Mine",
            category=acc.Target.Category.CPU,
            architecture=acc.Target.Architecture.X86_64,
            extensions=["SSE4.2", "AVX2"],
            num_cores=22,
            cache_sizes=[32, 256, 56320],
        )
        nest, (i, j, k), args = self.product()
        schedule = nest.create_schedule()
        jj = schedule.split(j, size=mine.vector_bytes / 4)
        schedule.reorder(i, j, k, jj)
        plan = schedule.create_plan(mine)
        plan.vectorize(jj)
        self.check_product(plan, args)
        with self.assertRaises(acc.Refused):
            acc.Target("no such processor")

    @snippet("5 Targets", "GPU targets: a plan", "the C that is written is for processors")
    def test_gpu(self):
        v100 = acc.Target(model=acc.Target.Model.NVIDIA_TESLA_V100)
        nest, _, _ = self.product()
        with self.assertRaises(acc.NotSupported):
            nest.create_plan(v100)


class Caching(AcceraTest):
    def tiled(self):
        nest, (i, j, k), args = self.product(32, 24, 16)
        schedule = nest.create_schedule()
        ii, jj, kk = schedule.tile({i: 8, j: 8, k: 4})
        schedule.reorder(i, j, k, ii, jj, kk)
        return schedule, (i, j, k, ii, jj, kk), args

    def check_cached(self, make):
        schedule, indices, args = self.tiled()
        plan = schedule.create_plan()
        make(plan, indices, *args)
        self.check_product(plan, args, 32, 24, 16)

    @snippet("6 Caching", "by level, by index, by a budget of elements")
    def test_places(self):
        self.check_cached(lambda plan, x, A, B, C: plan.cache(A, level=3))
        self.check_cached(lambda plan, x, A, B, C: plan.cache(B, index=x[3]))
        self.check_cached(lambda plan, x, A, B, C: plan.cache(B, max_elements=64))
        self.check_cached(lambda plan, x, A, B, C: plan.cache(C, index=x[2]))
        self.check_cached(
            lambda plan, x, A, B, C: plan.cache(A, level=3, layout=acc.Array.Layout.LAST_MAJOR)
        )

    @snippet("6 Caching", "index and level together are refused")
    def test_one_place(self):
        schedule, (i, *_), (A, B, C) = self.tiled()
        plan = schedule.create_plan()
        for wrong in ({}, {"index": i, "level": 2}, {"level": 9}, {"max_elements": 0}):
            with self.assertRaises(ValueError):
                plan.cache(A, **wrong)

    @snippet(
        "6 Caching",
        "thrifty=False; thrifty caching",
        "a cache is always a copy, in registers where it fits",
    )
    def test_thrifty(self):
        self.check_cached(lambda plan, x, A, B, C: plan.cache(A, level=3, thrifty=False))

    @snippet(
        "6 Caching",
        "cache of a cache, trigger levels, double buffers",
        "runs, not applied, with a warning: the results are the same",
    )
    def test_not_applied(self):
        def make(plan, x, A, B, C):
            with self.assertWarns(acc.NotApplied):
                plan.cache(A, level=3, double_buffer=True)
            with self.assertWarns(acc.NotApplied):
                plan.cache(plan.cache(B, level=4, trigger_level=5), level=3)
            with self.assertRaises(ValueError):
                plan.cache(C, level=3, double_buffer=True)

        self.check_cached(make)

    @snippet(
        "6 Caching", "strategies", "runs, not applied, with a warning: the results are the same"
    )
    def test_strategies(self):
        def make(plan, x, A, B, C):
            with self.assertWarns(acc.NotApplied):
                plan.cache(A, level=3, double_buffer=True, strategy=acc.CacheStrategy.BLOCKED)

        self.check_cached(make)

    @snippet("6 Caching", "memory spaces", "they are of GPUs")
    def test_spaces(self):
        schedule, _, (A, B, C) = self.tiled()
        with self.assertRaises(acc.NotSupported):
            schedule.create_plan().cache(A, level=3, location=acc.Target.MemorySpace.SHARED)


class Operations(AcceraTest):
    @snippet("7 Operations and optimizations", "unroll of an inner and of an outer dimension")
    def test_unroll(self):
        for outer in (False, True):
            A = acc.Array(role=INOUT, shape=(3, 5))
            nest = acc.Nest(shape=(3, 5))
            i, j = nest.get_indices()

            @nest.iteration_logic
            def _():
                A[i, j] *= 2.0

            plan = nest.create_plan(acc.Target(type=acc.Target.Category.CPU))
            plan.unroll(index=i if outer else j)
            a = numbers(3, 5)
            wanted = 2 * a
            self.build(plan, (A,))(a)
            np.testing.assert_array_equal(a, wanted)

    @snippet("7 Operations and optimizations", "vectorize")
    def test_vectorize(self):
        A, B, C = (
            acc.Array(role=role, shape=(64,), name=name)
            for role, name in ((IN, "A"), (IN, "B"), (INOUT, "C"))
        )
        nest = acc.Nest(shape=(64,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            C[i] = A[i] * B[i]

        schedule = nest.create_schedule()
        ii = schedule.split(i, 8)
        plan = schedule.create_plan()
        plan.vectorize(index=ii)
        a, b, c = numbers(64), numbers(64, seed=2), np.zeros(64, np.float32)
        self.build(plan, (A, B, C))(a, b, c)
        np.testing.assert_array_equal(c, a * b)

    @snippet("7 Operations and optimizations", "kernelize, of one or several indices")
    def test_kernelize(self):
        nest, (i, j, k), args = self.product(3, 4, 2)
        schedule = nest.create_schedule()
        schedule.reorder(i, k, j)
        plan = schedule.create_plan()
        plan.kernelize(unroll_indices=(i, k), vectorize_indices=j)
        self.check_product(plan, args, 3, 4, 2)
        with self.assertRaises(ValueError):
            schedule.create_plan().kernelize(unroll_indices=(i, k), vectorize_indices=k)

    @snippet("7 Operations and optimizations", "parallelize, static, with a limit of threads")
    def test_parallelize(self):
        nest, (i, j, k), args = self.product(128, 96, 64)
        plan = nest.create_schedule().create_plan(acc.Target("Intel 9221", num_threads=16))
        plan.parallelize(indices=(i, j), policy="static", max_threads=2)
        self.check_product(plan, args, 128, 96, 64)
        for wrong in ((j, i), (i, k)):
            with self.assertRaises(ValueError):
                nest.create_plan().parallelize(wrong)

    @snippet(
        "7 Operations and optimizations", "parallelize of a sum: refused, Accera leaves a race"
    )
    def test_race(self):
        nest, (i, j, k), _ = self.product()
        schedule = nest.create_schedule()
        schedule.reorder(k, i, j)
        with self.assertRaises(acc.Refused):
            schedule.create_plan().parallelize(k)

    @snippet(
        "7 Operations and optimizations",
        "parallelize: policy dynamic, pin",
        "runs, not applied, with a warning: iterations are shared out in equal parts",
    )
    def test_dynamic(self):
        nest, (i, j, k), args = self.product(128, 96, 64)
        plan = nest.create_plan()
        with self.assertWarns(acc.NotApplied):
            plan.parallelize(i, policy="dynamic")
        self.check_product(plan, args, 128, 96, 64)

    @snippet(
        "7 Operations and optimizations",
        "tensorize: a kernel in vector registers; its GPU shape is not applied",
    )
    def test_tensorize(self):
        nest, (i, j, k), args = self.product(16, 16, 8)
        schedule = nest.create_schedule()
        ii, jj, kk = schedule.tile({i: 4, j: 8, k: 4})
        schedule.reorder(i, j, k, kk, ii, jj)
        plan = schedule.create_plan()
        plan.tensorize(indices=(ii, jj, kk), mma_shape=acc.MMAShape.M16xN16xK4_B1)
        self.check_product(plan, args, 16, 16, 8)

    @snippet("7 Operations and optimizations", "bind", "GPUs are no target")
    def test_bind(self):
        nest, (i, j, k), _ = self.product()
        with self.assertRaises(acc.NotSupported):
            nest.create_plan().bind({i: acc.Target.GridUnit.BLOCK_X})


class DeferredLayout(AcceraTest):
    @snippet(
        "8 Deferred layout",
        "a constant array laid out as a cache of it (whole, not block by block)",
    )
    def test_deferred(self):
        matrix = numbers(16, 12)
        A = acc.Array(role=CONST, data=matrix, layout=acc.Array.Layout.DEFERRED)
        X = acc.Array(role=INOUT, shape=(12, 16))
        nest = acc.Nest(shape=(12, 16))
        i, j = nest.get_indices()

        @nest.iteration_logic
        def _():
            X[i, j] += A[j, i]

        plan = nest.create_plan()
        AA = plan.cache(A, i, layout=acc.Array.Layout.LAST_MAJOR, thrifty=True)
        A.deferred_layout(cache=AA)
        x = numbers(12, 16)
        wanted = x + matrix.T
        self.build(plan, (X,))(x)
        np.testing.assert_array_equal(x, wanted)
        with self.assertRaises(ValueError):
            A.deferred_layout(cache=AA)
        with self.assertRaises(ValueError):
            acc.Array(role=IN, shape=(4,), layout=acc.Array.Layout.DEFERRED)


class Parameters(AcceraTest):
    def parameterized(self):
        P0, P1, P2, P3 = acc.create_parameters()
        A = acc.Array(role=IN, shape=(P0, P2))
        B = acc.Array(role=IN, shape=(P2, P1))
        C = acc.Array(role=INOUT, shape=(P0, P1))
        nest = acc.Nest(shape=(P0, P1, P2))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _():
            C[i, j] += P3 * A[i, k] * B[k, j]

        return nest, (i, j, k), (A, B, C), (P0, P1, P2, P3)

    def check_all(self, functions):
        for f, (m, n, s), factor in functions:
            a, b, c = numbers(m, s), numbers(s, n), np.zeros((m, n), np.float32)
            f(a, b, c)
            np.testing.assert_array_equal(c, factor * (a @ b))

    def built(self, package):
        return package.build(
            "grid", format=acc.Package.Format.HAT_DYNAMIC, output_dir=self.folder.name
        )

    @snippet("9 Parameters", "of a nest: sizes and a constant of the logic")
    def test_nest(self):
        nest, _, args, (P0, P1, P2, P3) = self.parameterized()
        package = acc.Package()
        package.add(nest, args=args, parameters={P0: 16, P1: 16, P2: 16, P3: 1.0}, base_name="one")
        package.add(nest, args=args, parameters={P0: 32, P1: 8, P2: 4, P3: 2.0}, base_name="two")
        built = self.built(package)
        self.check_all([(built.one, (16, 16, 16), 1), (built.two, (32, 8, 4), 2)])
        with self.assertRaisesRegex(acc.Refused, "P0 has no value"):
            package.add(nest, args=args, base_name="three")

    @snippet("9 Parameters", "of schedules and plans, and arithmetic on them")
    def test_schedule_and_plan(self):
        nest, (i, j, k), args, (P0, P1, P2, P3) = self.parameterized()
        units, width, P5 = acc.create_parameters()
        schedule = nest.create_schedule()
        ii = schedule.split(i, size=units * width)
        iii = schedule.split(ii, size=width)
        plan = schedule.create_plan()
        plan.cache(args[0], level=P5)
        package = acc.Package()
        package.add(
            plan,
            args=args,
            base_name="f",
            parameters={P0: 32, P1: 16, P2: 16, P3: 1.0, units: 2, width: 4, P5: 2},
        )
        self.check_all([(self.built(package).f, (32, 16, 16), 1)])

    @snippet("9 Parameters", "an order of indices as a parameter")
    def test_order(self):
        nest, (i, j, k), args = self.product()
        P6 = acc.create_parameters()
        schedule = nest.create_schedule()
        schedule.reorder(order=P6)
        self.check_product(schedule, args, parameters={P6: (j, k, i)})

    @snippet("9 Parameters", "grids: all at once, filtered, sampled, orders of indices")
    def test_grid(self):
        nest, (i, j, k), args, (P0, P1, P2, P3) = self.parameterized()
        choices = {P0: [8, 16], P1: [16, 32], P2: [16], P3: [1.0, 2.0]}
        grid = acc.create_parameter_grid(parameter_choices=choices)
        package = acc.Package()
        functions = package.add(nest, args=args, base_name="matmul", parameters=grid)
        self.assertEqual(len({f.name for f in functions}), 8)
        self.built(package)
        self.check_all(
            [(f, (one[P0], one[P1], one[P2]), one[P3]) for f, one in zip(functions, grid)]
        )
        kept = acc.create_parameter_grid(choices, filter_func=lambda p0, p1, p2, p3: p2 < p1)
        self.assertEqual(len(kept), 4)
        self.assertEqual(len(acc.create_parameter_grid(choices, lambda values: values[0] == 8)), 4)
        some = acc.create_parameter_grid(choices, sample=5, seed=3)
        self.assertEqual(some, acc.create_parameter_grid(choices, sample=5, seed=3))
        self.assertEqual((len(some), len(acc.create_parameter_grid(choices, sample=50))), (5, 8))
        plain, (i, j, k), _ = self.product()
        schedule = plain.create_schedule()
        ii, jj, kk = schedule.tile({i: 4, j: 4, k: 4})
        orders = acc.create_parameter_grid(
            {P0: (i, j, k, ii, jj, kk)},
            filter_func=lambda *p: schedule.is_valid_loop_order(p[0][0]),
        )
        self.assertEqual(len(orders), 90)

    @snippet("9 Parameters", "orders that are valid, before their sizes are known")
    def test_delayed_orders(self):
        nest, (i, j, k), args = self.product()
        P4, order = acc.create_parameters()
        schedule = nest.create_schedule()
        ii = schedule.split(i, P4)
        schedule.reorder(order=order)
        grid = acc.create_parameter_grid(
            {P4: [4, 8], order: (i, j, k, ii)},
            sample=3,
            seed=1,
            filter_func=lambda values: schedule.is_valid_loop_order(values[1]),
        )
        self.assertEqual(len(grid), 3)
        for one in grid:
            self.check_product(schedule, args, parameters=one)


class Packages(AcceraTest):
    def scaled(self):
        A = acc.Array(role=IN, shape=(64,))
        B = acc.Array(role=INOUT, shape=(64,))
        nest = acc.Nest(shape=(64,))
        i = nest.get_indices()

        @nest.iteration_logic
        def _():
            B[i] += 2.0 * A[i]

        return nest, (A, B)

    @snippet(
        "10 Packages", "HAT: dynamic, static, source; output_dir; names with a suffix and an alias"
    )
    def test_formats(self):
        nest, args = self.scaled()
        package = acc.Package()
        function = package.add(nest, args=args, base_name="myFunc")
        self.assertRegex(function.name, "^myFunc_[0-9a-f]{8}$")
        for format, suffixes in (
            (acc.Package.Format.HAT_DYNAMIC, {".c", ".hat", ".so"}),
            (acc.Package.Format.HAT_STATIC, {".c", ".hat", ".a"}),
            (acc.Package.Format.HAT_SOURCE, {".c", ".hat"}),
        ):
            folder = os.path.join(self.folder.name, format.name)
            built = package.build(format=format, name="myPackage", output_dir=folder)
            self.assertEqual({os.path.splitext(name)[1] for name in os.listdir(folder)}, suffixes)
            self.assertEqual(
                {os.path.basename(name) for name in built.files}, set(os.listdir(folder))
            )

    @snippet("10 Packages", "the header is C and TOML; the alias; descriptions")
    def test_header(self):
        import subprocess
        import tomllib

        nest, args = self.scaled()
        package = acc.Package()
        package.add(nest, args=args, base_name="myFunc")
        package.add_description(
            version="1.0", license="https://mit-license.org/", author='A "name"'
        )
        package.add_description(other={"title": "T", "citations": ["one", "two"]})
        package.build(format=acc.Package.Format.HAT_STATIC, name="p", output_dir=self.folder.name)
        with open(os.path.join(self.folder.name, "p.hat"), "rb") as file:
            hat = tomllib.load(file)
        self.assertEqual(hat["description"]["author"], 'A "name"')
        self.assertEqual(hat["description"]["citations"], ["one", "two"])
        [function] = hat["functions"].values()
        self.assertEqual(
            [one["declared_type"] for one in function["arguments"]], ["const float *", "float *"]
        )
        main = os.path.join(self.folder.name, "main.c")
        with open(main, "w") as file:
            file.write(
                '#include "p.hat"\nstatic float a[64], b[64];\n'
                "int main(void) { a[3] = 2; myFunc(a, b); return b[3] != 4; }\n"
            )
        program = os.path.join(self.folder.name, "main")
        subprocess.run(
            [
                "cc",
                "-Wall",
                "-Wextra",
                "-Werror",
                main,
                os.path.join(self.folder.name, "p.a"),
                "-lm",
                "-o",
                program,
            ],
            check=True,
        )
        subprocess.run([program], check=True)

    @snippet(
        "10 Packages",
        "another platform",
        "the C and the header are written, with a warning; nothing is cross-compiled",
    )
    def test_platform(self):
        nest, args = self.scaled()
        package = acc.Package()
        package.add(nest, args=args, base_name="myFunc")
        with self.assertWarns(UserWarning):
            package.build(
                format=acc.Package.Format.HAT_DYNAMIC,
                name="p",
                output_dir=self.folder.name,
                platform=acc.Package.Platform.WINDOWS,
            )
        self.assertEqual(set(os.listdir(self.folder.name)), {"p.c", "p.hat"})

    @snippet("10 Packages", "MLIR", "what is written is C")
    def test_mlir(self):
        nest, args = self.scaled()
        package = acc.Package()
        package.add(nest, args=args)
        with self.assertRaises(acc.NotSupported):
            package.build(format=acc.Package.Format.MLIR, name="p", output_dir=self.folder.name)

    @snippet("10 Packages", "debug mode: calls from Python run the default order, too, and compare")
    def test_debug(self):
        nest, (i, j, k), args = self.product()
        schedule = nest.create_schedule()
        schedule.reorder(k, i, j)
        package = acc.Package()
        package.add(schedule, args=args, base_name="f")
        built = package.build(
            format=acc.Package.Format.HAT_DYNAMIC,
            name="p",
            output_dir=self.folder.name,
            mode=acc.Package.Mode.DEBUG,
            tolerance=1.0e-6,
        )
        a, b, c = numbers(16, 11), numbers(11, 10), np.zeros((16, 10), np.float32)
        built.f(a, b, c)
        np.testing.assert_array_equal(c, a @ b)

    def test_faults(self):
        nest, args = self.scaled()
        package = acc.Package()
        with self.assertRaisesRegex(acc.Refused, "argument 'B' is missing"):
            package.add(nest, args=args[:1])
        f = package.add(nest, args=args)
        with self.assertRaises(acc.AccDelinError):
            f(numbers(64), numbers(64))
        package.build("p", output_dir=self.folder.name)
        with self.assertRaises(TypeError):
            f(numbers(64))
        fixed = numbers(64)
        fixed.flags.writeable = False
        with self.assertRaises(ValueError):
            f(fixed, fixed)

    def test_overlapping_arguments(self):
        """Accera takes arguments to be disjoint; here the default order runs where they are not."""
        nest, args = self.scaled()
        f = self.build(nest, args)
        whole = numbers(65)
        wanted = whole.copy()
        for i in range(64):
            wanted[i + 1] += 2 * wanted[i]
        f(whole[:64], whole[1:])
        np.testing.assert_array_equal(whole, wanted)


class Serve(unittest.TestCase):
    def test_what_is_no_request(self):
        from acc_delin._program import server

        for line, words in (
            ("{", "Expected"),
            ("[]", "expected an object"),
            ("{}", "'call' is missing"),
            ('{"call": "split", "schedule": 99}', "no such schedule"),
            ('{"call": "plan", "schedule": []}', "expected an integer"),
            ('{"call": "schedule", "nest": {"loops": 3, "logic": []}}', "expected an array"),
        ):
            process = server().process
            process.stdin.write(line + "\n")
            process.stdin.flush()
            self.assertIn(words, json.loads(process.stdout.readline())["error"])

    def test_a_process_that_ends_is_an_exception(self):
        from acc_delin._program import call, server

        process = server().process  # once: a second call may already start the next one
        process.kill()
        process.wait()
        self.assertEqual(call("drop", handle=1), True)  # a new one


class Table(unittest.TestCase):
    def test_the_documented_table_is_this(self):
        with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn(accera_support.table(), text, "run tests/python/test_accera_plans.py --table")


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        print(accera_support.table(), end="")
    else:
        unittest.main()

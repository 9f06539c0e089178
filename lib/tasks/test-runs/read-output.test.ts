import { describe, expect, it } from "vitest";
import { processorMs } from "@/lib/kernel/processor-time";
import { describeEdits } from "./edits";
import { readTestOutput } from "./read-output";

const PYTEST = `============================= test session starts ==============================
collected 3 items

tests/test_cart.py .F.                                                   [100%]

=================================== FAILURES ===================================
_______________________________ test_total_of_two ______________________________

    def test_total_of_two():
>       assert total([1, 2]) == 3
E       TypeError: unsupported operand type(s) for +: 'int' and 'str'

tests/test_cart.py:9: TypeError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total_of_two - TypeError: unsupported operand
========================= 1 failed, 2 passed in 0.04s ==========================
`;

const VITEST = `
 RUN  v4.1.12 /home/dev/shop

 ✓ src/price.test.ts > rounds 2ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/cart.test.ts > cart > adds prices
TypeError: Cannot read properties of undefined (reading 'price')
 ❯ total src/cart.ts:4:17

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 1 passed (2)
   Start at  14:39:40
`;

const JEST = `FAIL src/cart.test.js
  cart
    ✕ adds prices (3 ms)
    ✓ is empty at first (1 ms)

  ● cart › adds prices

    TypeError: item.price is not a function

      at total (src/cart.js:3:12)
      at Object.<anonymous> (src/cart.test.js:5:10)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 passed, 2 total
`;

const GO = `=== RUN   TestTotal
=== RUN   TestTotal/two
    cart_test.go:14: total() = 2, want 3
--- FAIL: TestTotal (0.00s)
    --- PASS: TestTotal/one (0.00s)
    --- FAIL: TestTotal/two (0.00s)
FAIL
FAIL	example.com/shop/cart	0.003s
ok  	example.com/shop/price	0.002s
`;

const CARGO = `running 2 tests
test cart::tests::adds ... FAILED
test cart::tests::is_empty ... ok

failures:

---- cart::tests::adds stdout ----
thread 'cart::tests::adds' panicked at src/cart.rs:14:9:
assertion \`left == right\` failed
  left: 2
 right: 3

failures:
    cart::tests::adds

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;

describe("readTestOutput", () => {
  it("names every failing test of a run, however many", () => {
    const names = Array.from({ length: 30 }, (_, index) => `tests/test_cart.py::test_${index}`);
    const lines = names.map((name) => `FAILED ${name} - TypeError: no`).join("\n");
    const run = readTestOutput(`${lines}\n===== 30 failed in 0.10s =====\n`);
    expect(run?.failed.map(({ name }) => name)).toEqual(names);
    expect(run?.complete).toBe(true);
  });

  it.each([
    ["pytest", "FAILED tests/a.py::test_b - TypeError: no\n== 2 failed, 1 passed in 0.1s ==\n"],
    ["pytest that read no file", "ERROR tests/a.py - ImportError: no\n== 1 error in 0.1s ==\n"],
    ["pytest without its end", "=== short test summary info ===\nFAILED tests/a.py::test_b - E: no\n"],
    ["vitest", VITEST.replace("Tests  1 failed", "Tests  2 failed")],
    ["vitest that loaded no file", VITEST.replace(" > cart > adds prices", "")],
    ["vitest of two files", VITEST.replace("Test Files  1 failed", "Test Files  2 failed")],
    ["jest", JEST.replace("Tests:       1 failed", "Tests:       2 failed")],
    ["jest that loaded no file", JEST.replace("cart › adds prices", "Test suite failed to run")],
    ["jest of two files", JEST.replace("Test Suites: 1 failed", "Test Suites: 2 failed")],
    ["jest whose tests printed", `  ● Console\n${JEST.replace("1 failed, 1 passed", "2 failed, 1 passed")}`],
    ["go", `${GO}FAIL\texample.com/shop/stock\t0.004s\n`],
    ["cargo", CARGO.replace("1 passed; 1 failed;", "1 passed; 2 failed;")],
  ])("does not call an output complete that names fewer failures than there are: %s", (_, output) => {
    expect(readTestOutput(output)).toMatchObject({ complete: false });
  });

  it.each([
    ["pytest", PYTEST, "tests/test_cart.py::test_total_of_two", "E       TypeError: unsupported operand"],
    ["vitest", VITEST, "cart › adds prices", "TypeError: Cannot read properties of undefined"],
    ["jest", JEST, "cart › adds prices", "TypeError: item.price is not a function"],
    ["go", GO, "TestTotal/two", "total() = 2, want 3"],
    ["cargo", CARGO, "cart::tests::adds", "panicked at src/cart.rs:14:9"],
  ])("reads the failing test of %s with what it printed", (runner, output, name, printed) => {
    const run = readTestOutput(output);
    expect(run).toMatchObject({ runner, complete: true, failed: [{ name }] });
    expect(run?.failed[0]?.output).toContain(printed);
  });

  it("names the tests that passed where the runner does", () => {
    expect(readTestOutput(VITEST)?.passed).toEqual(["rounds"]);
    expect(readTestOutput(JEST)?.passed).toEqual(["is empty at first"]);
    expect(readTestOutput(GO)?.passed).toEqual(["TestTotal/one"]);
    expect(readTestOutput(CARGO)?.passed).toEqual(["cart::tests::is_empty"]);
    expect(
      readTestOutput("tests/a.py::test_b PASSED [100%]\n===== 1 passed in 0.01s =====\n")?.passed,
    ).toEqual(["tests/a.py::test_b"]);
  });

  it("reads colours away, and a printed JUnit report", () => {
    expect(readTestOutput(`\u001b[31m${PYTEST.replaceAll("\n", "\u001b[0m\n")}`)?.failed).toHaveLength(1);
    const junit =
      'done\n<testsuites><testsuite name="s"><testcase classname="cart" name="adds"><failure message="boom">Error: boom</failure></testcase><testcase classname="cart" name="is empty"/></testsuite></testsuites>\n';
    expect(readTestOutput(junit)).toMatchObject({
      runner: "report",
      failed: [{ name: "cart › adds" }],
      passed: ["cart › is empty"],
    });
  });

  it("knows a run that ended before its time", () => {
    expect(readTestOutput(".....\n5 passed, 1 warning in 0.02s\n")).toEqual({
      runner: "pytest",
      failed: [],
      passed: [],
      complete: true,
    });
    const stopped = PYTEST.replace("short test summary", "short test summary").replace(
      "FAILED tests",
      "!!!!!!!!!! stopping after 1 failures !!!!!!!!!!\nFAILED tests",
    );
    expect(readTestOutput(stopped)?.complete).toBe(false);
    expect(readTestOutput("FAIL\texample.com/shop/cart [build failed]\nFAIL\n")?.complete).toBe(false);
  });

  it.each([
    "total 12\ndrwxr-xr-x 2 root root",
    "",
    "5 passed the exam in 3s",
    "Tests are in tests/",
    "<html><body></body></html>",
  ])("takes %j for no run of tests", (output) => {
    expect(readTestOutput(output)).toBeNull();
  });

  it.each([
    ["lines", "=".repeat(300_000)],
    ["counts", "= passed ".repeat(40_000)],
    ["line breaks", "\n".repeat(300_000)],
    ["underscores", "_ ".repeat(150_000)],
  ])("stays quick on long output of %s that means nothing", async (_, text) => {
    expect(await processorMs(() => expect(readTestOutput(text)).toBeNull())).toBeLessThan(2_000);
  });
});

describe("describeEdits", () => {
  it("adds up the lines of each file, and shows them", () => {
    const edit = (path: string, lines: string) => ({ path, added: 1, removed: 1, lines });
    expect(describeEdits([edit("src/a.ts", "-a\n+b"), edit("src/a.ts", "-c\n+d"), edit("b.ts", "")])).toBe(
      "src/a.ts (+2 −2), b.ts (+1 −1)\nsrc/a.ts\n-a\n+b\nsrc/a.ts\n-c\n+d",
    );
  });
});

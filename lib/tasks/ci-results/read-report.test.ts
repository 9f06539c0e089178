import { describe, expect, it } from "vitest";
import { processorMs } from "@/lib/kernel/processor-time";
import { readReport } from "./read-report";

const JUNIT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="pytest"><testsuite name="pytest" errors="0" failures="1" tests="4">
<testcase classname="tests.test_shop" name="test_total" file="tests/test_shop.py" line="12" time="0.1">
<failure message="TypeError: unsupported operand type(s) for +: &apos;int&apos; and &apos;str&apos;">def test_total():
&gt;       assert total(["1"]) == 1
E       TypeError: unsupported operand type(s) for +: 'int' and 'str'

tests/test_shop.py:14: TypeError</failure></testcase>
<testcase classname="tests.test_shop" name="test_ok" time="0.1"><system-out><![CDATA[<b>&]]></system-out></testcase>
<testcase classname="tests.test_shop" name="test_later"><skipped message="later"/></testcase>
<testsuite name="inner" file="spec/a.rb"><testcase name="a &lt;b&gt;&#10;c"><error type="NoMethodError" message="undefined method"/></testcase></testsuite>
</testsuite></testsuites>`;

describe("a report", () => {
  it("of JUnit is read with its suites, files and entities", () => {
    const { format, tests } = readReport(JUNIT, undefined);
    expect(format).toBe("junit");
    expect(tests).toMatchObject([
      { name: "tests.test_shop › test_total", outcome: "failed", file: "tests/test_shop.py", line: 12 },
      { name: "tests.test_shop › test_ok", outcome: "passed" },
      { name: "tests.test_shop › test_later", outcome: "skipped" },
      { name: "a <b> c", outcome: "failed", file: "spec/a.rb", output: "NoMethodError: undefined method" },
    ]);
    expect(tests[0]?.output).toContain(
      "E       TypeError: unsupported operand type(s) for +: 'int' and 'str'",
    );
  });

  it.each([
    ["cut in the middle", JUNIT.slice(0, 500), /not valid XML/],
    ["with a document type", `<!DOCTYPE a [<!ENTITY x "y">]>${JUNIT}`, /document type/],
    ["of another tool", '<assemblies><assembly name="a"/></assemblies>', /xUnit\.net/],
    ["of no tool", "<html></html>", /JUnit XML is expected/],
    ["of nothing", "hello", /unknown format/],
    ["of half a JSON", '{"testResults": [', /not valid JSON/],
    ["of another JSON", '{"testResults": 3}', /vitest or jest/],
  ])("%s is refused with what is wrong", (_, report, message) => {
    expect(() => readReport(report, undefined)).toThrow(message);
  });

  it("of vitest or jest names each test by its file and titles, and files that failed to run", () => {
    const report = JSON.stringify({
      testResults: [
        {
          name: "/home/ci/app/src/a.test.ts",
          status: "failed",
          assertionResults: [
            {
              ancestorTitles: ["sum"],
              title: "adds",
              status: "failed",
              failureMessages: ["TypeError: x is not a function\n    at /home/ci/app/src/a.ts:3:1"],
            },
            { ancestorTitles: ["sum"], title: "subtracts", status: "passed", failureMessages: [] },
          ],
        },
        {
          name: "/home/ci/app/src/b.test.ts",
          status: "failed",
          message: "Error: Cannot find module './c'",
          assertionResults: [],
        },
      ],
    });
    expect(readReport(report, undefined).tests).toMatchObject([
      { name: "src/a.test.ts › sum › adds", outcome: "failed", file: "src/a.test.ts" },
      { name: "src/a.test.ts › sum › subtracts", outcome: "passed" },
      { name: "src/b.test.ts", outcome: "failed", output: "Error: Cannot find module './c'" },
    ]);
  });

  it("of pytest-json-report takes the phase that failed", () => {
    const report = JSON.stringify({
      exitcode: 1,
      tests: [
        {
          nodeid: "t/test_a.py::test_x",
          outcome: "failed",
          setup: { outcome: "passed" },
          call: {
            outcome: "failed",
            crash: { path: "/a/t/test_a.py", lineno: 7, message: "KeyError: 'a'" },
            longrepr: "E   KeyError: 'a'",
          },
        },
        { nodeid: "t/test_a.py::test_y", outcome: "passed" },
      ],
    });
    expect(readReport(report, undefined).tests).toMatchObject([
      { name: "t/test_a.py::test_x", outcome: "failed", file: "t/test_a.py", line: 7 },
      { name: "t/test_a.py::test_y", outcome: "passed" },
    ]);
  });

  it("of go test -json leaves out tests and packages that fail because of a test inside them", () => {
    const report = [
      { Action: "run", Package: "acme/shop", Test: "TestSum" },
      {
        Action: "output",
        Package: "acme/shop",
        Test: "TestSum/zero",
        Output: "    sum_test.go:9: got 1, want 0\n",
      },
      { Action: "fail", Package: "acme/shop", Test: "TestSum/zero" },
      { Action: "fail", Package: "acme/shop", Test: "TestSum" },
      { Action: "pass", Package: "acme/shop", Test: "TestOther" },
      { Action: "fail", Package: "acme/shop" },
      { Action: "output", Package: "acme/bank", Output: "bank.go:3:2: undefined: x\n" },
      { Action: "fail", Package: "acme/bank" },
    ]
      .map((event) => JSON.stringify(event))
      .join("\n");
    expect(readReport(report, undefined).tests).toMatchObject([
      {
        name: "acme/shop › TestSum/zero",
        outcome: "failed",
        file: "sum_test.go",
        output: "sum_test.go:9: got 1, want 0",
      },
      { name: "acme/shop › TestOther", outcome: "passed" },
      { name: "acme/bank", outcome: "failed", output: "bank.go:3:2: undefined: x" },
    ]);
  });

  it("of eight megabytes is read in seconds", async () => {
    const testcase =
      '<testcase classname="a.b" name="NAME"><failure message="boom">at x &amp; y</failure></testcase>';
    const cases = Array.from({ length: 80_000 }, (_, index) => testcase.replace("NAME", `t${index}`)).join(
      "\n",
    );
    const read = () => readReport(`<testsuite>${cases}</testsuite>`, undefined).tests;
    expect(await processorMs(() => expect(read()).toHaveLength(80_000))).toBeLessThan(20_000);
  });
});

import { describe, expect, it } from "vitest";
import { processorMs } from "@/lib/kernel/processor-time";
import { readError } from "./signature";

const signature = (output: string, test_name?: string) => readError({ output, test_name }).signature;

describe("a signature", () => {
  it.each([
    [
      "ImportError: missing module",
      ["ImportError: No module named 'flask'", "ModuleNotFoundError: No module named 'a.b'"],
    ],
    [
      "TypeError: reads a property of nothing",
      [
        "TypeError: Cannot read property 'map' of undefined",
        "TypeError: Cannot read properties of null (reading 'x')",
        "TypeError: undefined is not an object (evaluating 'a.b')",
      ],
    ],
    [
      "panic: unwrap of None",
      [
        "thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/main.rs:2:5",
        "thread 'x' (12) panicked at src/main.rs:2:5:\ncalled `Option::unwrap()` on a `None` value",
      ],
    ],
    [
      "QuotaError: user <n> may not read <path>",
      ["acme.QuotaError: user 7 may not read /a/b", "acme.QuotaError: user 12 may not read /c/d/e.txt"],
    ],
  ])("is %s, however it is worded", (expected, outputs) => {
    expect(outputs.map((output) => signature(output))).toEqual(outputs.map(() => expected));
  });

  it.each([
    ["other causes", "TypeError: x is not a function", "TypeError: x is not iterable"],
    ["other types", "ValueError: a is wrong", "KeyError: a is wrong"],
    [
      "nothing and something",
      "AttributeError: 'NoneType' object is not callable",
      "AttributeError: 'Cart' object is not callable",
    ],
  ])("differs for %s", (_, one, other) => {
    expect(signature(one)).not.toBe(signature(other));
  });

  it("tells assertions apart by their test, and nothing else", () => {
    const failed = "AssertionError: expected 1 to be 2";
    expect(signature(failed, "sums")).not.toBe(signature(failed, "multiplies"));
    expect(signature("TypeError: x is not a function", "sums")).toBe(
      signature("TypeError: y is not a function", "multiplies"),
    );
  });

  it.each([
    ["letters", "a".repeat(1_000_000)],
    ["folders", "a/".repeat(500_000)],
    ["quotes", "'".repeat(1_000_000)],
    ["dots", "a.b".repeat(300_000)],
  ])("has at most 500 characters, and is made in time linear in output of %s", async (_, text) => {
    const took = await processorMs(() => {
      expect(signature(`ValueError: ${text}`).length).toBeLessThanOrEqual(500);
      expect(signature(text).length).toBeLessThanOrEqual(500);
    });
    // A quadratic pattern takes hours here.
    expect(took).toBeLessThan(5_000);
  });
});

describe("what is not stored", () => {
  it.each([
    [
      "syntax_error",
      "SyntaxError: Unexpected token '}'\n    at wrapSafe (node:internal/modules/cjs/loader:1)",
    ],
    ["syntax_error", "src/main.go:3:1: syntax error: unexpected newline"],
    ["syntax_error", "Main.java:4: error: ';' expected"],
    ["syntax_error", "Program.cs(3,5): error CS1002: ; expected"],
    ["syntax_error", "PHP Parse error:  syntax error, unexpected end of file in /a.php on line 3"],
    ["interrupted", "Error: The operation was canceled."],
    ["infrastructure", "OSError: [Errno 28] No space left on device"],
    [null, "SyntaxError: Unexpected token < in JSON at position 0"],
    [null, "TypeError: x is not a function\n    at onSIGTERM (/app/a.js:1:1)"],
    [null, "ValueError: connection string is empty"],
  ])("is %s: %s", (reason, output) => {
    expect(readError({ output }).not_stored).toBe(reason);
  });
});

describe("frames", () => {
  it.each([
    [
      "python",
      'Traceback (most recent call last):\n  File "/app/a.py", line 3, in f\n    g()\nKeyError: 1',
      "/app/a.py",
      3,
    ],
    [
      "javascript",
      "TypeError: x\n    at f (/app/node_modules/x/i.js:1:2)\n    at g (/app/src/a.ts:3:4)",
      "/app/src/a.ts",
      3,
    ],
    ["go", "panic: x\n\ngoroutine 1 [running]:\nmain.f()\n\t/app/main.go:3 +0x1d", "/app/main.go", 3],
    ["rust", "thread 'main' panicked at src/main.rs:3:5:\nx", "src/main.rs", 3],
    ["java", "java.lang.IllegalStateException: x\n\tat com.acme.Shop.total(Shop.java:3)", "Shop.java", 3],
    [
      "csharp",
      "System.InvalidOperationException: x\n   at Shop.Total() in /app/Shop.cs:line 3",
      "/app/Shop.cs",
      3,
    ],
    ["ruby", "app/a.rb:3:in `f': x (ArgumentError)\n\tfrom app/b.rb:9:in `g'", "app/a.rb", 3],
    [
      "php",
      "PHP Fatal error:  Uncaught Error: x in /app/a.php:3\nStack trace:\n#0 /app/a.php(3): f()\n#1 {main}",
      "/app/a.php",
      3,
    ],
  ])("of %s tell where the project's code failed", (language, output, file, line) => {
    expect(readError({ output })).toMatchObject({ language, place: { file, line } });
  });
});

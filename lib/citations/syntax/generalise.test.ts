import { expect, it } from "vitest";
import { generalise } from "./generalise";

it("takes out comments and generalises literals, and leaves a # inside a string alone", async () => {
  const code = [
    "import os  # needed",
    "",
    "# colours of the page",
    "def colour(name):",
    "    # not this one",
    '    base = "#ff0000"',
    "    return base + name * 3",
  ].join("\n");
  expect(await generalise(code, "python")).toEqual({
    template: 'import os\n\ndef colour(name):\n    base = "<string>"\n    return base + name * <number>',
    note: null,
  });
});

it("keeps what imports name, and what stands between in a template string", async () => {
  const code = [
    'import { z } from "zod";',
    "/** Docs. */",
    "export const url = (id: string) => `https://api.test/$" + "{id}?n=$" + "{20}`; // why",
    "const a = 'x', b = '';",
  ].join("\n");
  const { template } = await generalise(code, "ts");
  expect(template).toBe(
    [
      'import { z } from "zod";',
      "export const url = (id: string) => `<string>$" + "{id}<string>$" + "{<number>}`;",
      "const a = '<string>', b = '';",
    ].join("\n"),
  );
});

it.each([
  [
    "go",
    'package main\n\nimport "fmt"\n\n// says it\nfunc f() { fmt.Println("a # b", 3) }',
    'package main\n\nimport "fmt"\n\nfunc f() { fmt.Println("<string>", <number>) }',
  ],
  ["rust", 'fn f() -> u8 { /* x */ let s = "a // b"; 42 }', 'fn f() -> u8 {  let s = "<string>"; <number> }'],
  [
    "java",
    'class A { int f() { return g("x", 7); } // end\n}',
    'class A { int f() { return g("<string>", <number>); }\n}',
  ],
  [
    "csharp",
    'class A { string F(int n) => $"n={n}" + "y"; }',
    'class A { string F(int n) => $"<string>{n}" + "<string>"; }',
  ],
  [
    "ruby",
    'require "json"\n# doc\ndef f(x)\n  "#{x} items # no comment" + \'b\'\nend',
    'require "json"\ndef f(x)\n  "#{x}<string>" + \'<string>\'\nend',
  ],
  ["php", '$a = "x"; // c\nreturn $a . 5;', '$a = "<string>";\nreturn $a . <number>;'],
])("reads %s", async (language, code, template) => {
  expect((await generalise(code, language)).template).toBe(template);
});

it("says so where code is broken or its language has no grammar", async () => {
  expect((await generalise("def f(:\n  return 'a", "python")).note).toMatch(/could not be parsed/);
  expect(await generalise("ADD 1 TO X.", "cobol")).toEqual({
    template: "ADD 1 TO X.",
    note: "There is no grammar for cobol, so nothing was generalised.",
  });
});

import { afterAll, describe, expect, it } from "vitest";
import { likenessOf } from "./compare";
import { languageOf } from "./languages";
import { normalForm } from "./normal-form";
import { createParser } from "./parser";
import { rowsOfText, signatureOf } from "./signature";
import { spanOf, symbolPath } from "./symbols";

const parser = createParser();
afterAll(() => parser.close());

async function formOf(path: string, text: string) {
  const language = languageOf(path);
  if (!language) throw new Error(`no grammar for ${path}`);
  const tree = await parser.parse(language.grammar, text);
  if (!tree) throw new Error("not parsed");
  return { tree, language, form: normalForm(tree, text, language), rows: rowsOfText(text) };
}

const whole = (text: string) => ({ line_start: 1, line_end: text.split("\n").length });

/** What the change of a whole file is. */
async function factOf(path: string, was: string, now: string) {
  const before = await formOf(path, was);
  const after = await formOf(path, now);
  const signature = signatureOf(before.form, before.rows, whole(was));
  if (!signature) return "not understood";
  return likenessOf(signature, { ...after, window: whole(now) })?.fact ?? "changed";
}

const FORMATTED: [string, string, string, string][] = [
  ["parentheses of a tuple of one", "a.py", "item, = items", "(item,) = items"],
  ["parentheses of a body", "a.ts", "f = () => a ? b : c", "f = () => (a ? b : c)"],
  ["parentheses of an object", "a.ts", "f = () => ({ a: 1 } as B)", "f = () => ({ a: 1 }) as B"],
  ["quotes", "a.ts", "foo('it\\'s', \"b\")", 'foo("it\'s", "b")'],
  ["a wrapped call with a trailing comma", "a.ts", "foo(a, b);", "foo(\n  a,\n  b,\n);"],
  ["semicolons", "a.js", "const a = 1\nfoo()\n", "const a = 1;\nfoo();\n"],
  ["parentheses of one parameter", "a.js", "const f = x => x + 1;", "const f = (x) => x + 1;"],
  ["parentheses that only group", "a.ts", "a = b && c || d", "a = (b && c) || d"],
  [
    "separators of members",
    "a.ts",
    "interface I { a: string, b: number }",
    "interface I {\n  a: string;\n  b: number;\n}",
  ],
  ["quotes of keys", "a.js", "x = { 'a': 1, 'b-c': 2 }", 'x = { a: 1, "b-c": 2 }'],
  ["a leading bar", "a.ts", "type A = 'x' | 'y'", 'type A =\n  | "x"\n  | "y";'],
  ["a comment that came", "a.ts", "a(1);\nb(2);", "a(1);\n// why\nb(2);"],
  ["text of JSX", "a.tsx", "x = <p>\n  a b\n  c\n</p>", "x = (\n  <p>\n    a b c\n  </p>\n)"],
  ["quotes", "a.py", "x = u'a' + 'it\\'s'", 'x = "a" + "it\'s"'],
  ["a magic comma", "a.py", "def f(a, b):\n    pass", "def f(\n    a,\n    b,\n):\n    pass"],
  ["parentheses for a backslash", "a.py", "x = a + \\\n    b", "x = (\n    a\n    + b\n)"],
  [
    "a documentation string that moved along",
    "a.py",
    "def f():\n  '''a\n  b\n  '''",
    'def f():\n    """a\n    b\n    """',
  ],
  [
    "alignment",
    "a.go",
    "package a\n\nvar (\n\ta = 1\n\tbcd = 2\n)",
    "package a\n\nvar (\n\ta   = 1\n\tbcd = 2\n)",
  ],
  ["a wrapped call", "a.rs", "fn a() { b(c, d) }", "fn a() {\n    b(\n        c,\n        d,\n    )\n}"],
  [
    "braces on lines of their own",
    "a.cs",
    "class A { int f() { return 1; } }",
    "class A\n{\n    int f()\n    {\n        return 1;\n    }\n}",
  ],
  ["layout", "a.java", "class A { int f(){return 1;} }", "class A {\n  int f() {\n    return 1;\n  }\n}"],
  ["layout", "a.cpp", "int f(int *a){return *a;}", "int f(int* a) {\n  return *a;\n}"],
  ["layout", "a.rb", "def a( b )\n  b+1\nend", "def a(b)\n  b + 1\nend"],
  ["layout", "a.php", "<?php\nfunction f($a){return $a;}", "<?php\nfunction f($a)\n{\n    return $a;\n}"],
  ["a sorted list of imports", "a.rs", "use a::{b, C};", "use a::{C, b};"],
  ["imports in other groups", "a.rs", "use a::{b, c::d};\nuse e;", "use a::b;\nuse a::c::d;\nuse e;"],
  [
    "sorted imports",
    "a.java",
    "import b.C;\nimport a.B;\nclass A {}",
    "import a.B;\nimport b.C;\nclass A {}",
  ],
  ["sorted imports", "a.go", 'package a\nimport (\n"c"\n"b"\n)', 'package a\nimport (\n"b"\n"c"\n)'],
  ["a sorted list of names", "a.ts", "import { b, a } from 'c';", 'import { a, b } from "c";'],
  ["braces of an arm", "a.rs", "fn f() { match a { b => { c() } } }", "fn f() { match a { b => c(), } }"],
  ["braces of one statement", "a.cpp", "int f() { if (a) b(); }", "int f() {\n  if (a) {\n    b();\n  }\n}"],
  ["a comma in a macro", "a.rs", "fn f() { m!(a, [b, c]) }", "fn f() {\n  m!(\n    a,\n    [b, c,],\n  )\n}"],
  ["joined texts", "a.py", "f('a' 'b')", 'f("ab")'],
  ["a text with values in parts", "a.py", 'f(f"a{b}c")', "f('a' f'{b}' 'c')"],
  ["the space of JSX", "a.tsx", "x = <p>a <b/></p>", "x = (\n  <p>\n    a{' '}\n    <b />\n  </p>\n)"],
  ["values of a template", "a.ts", `a = \`b \${c(d)} e\``, `a = \`b \${c(\n  d,\n)} e\``],
  ["the body of a macro", "a.cpp", '#define A(b) c(b, \\\n  "d")\n', '#define A(b) \\\n  c(b, "d")\n'],
  [
    "a comment in other lines",
    "a.ts",
    "// one two three four\n// five\nf();",
    "// one two three\n// four five\nf();",
  ],
  [
    "a documentation string in other lines",
    "a.py",
    'def f():\n    """One two three.\n\n    - a\n    """',
    'def f():\n    """\n    One two\n    three.\n\n    - a\n    """',
  ],
  ["layout", "a.sh", "if true; then\necho a\nfi", "if true; then\n  echo a\nfi"],
];

const PART: [string, string, string, string][] = [
  [
    "more of an expression",
    "a.rs",
    "fn f() -> bool {\n  a.b(c)\n}\n",
    "fn f() -> bool {\n  a.b(c) || d\n}\n",
  ],
  [
    "a module before a name",
    "a.rs",
    "fn f() {\n  debug!(\n    a);\n}\n",
    "fn f() {\n  log::debug!(\n    a);\n}\n",
  ],
  ["a modifier", "a.java", "class A {\n  A(int b){\n  }\n}\n", "class A {\n  public A(int b){\n  }\n}\n"],
  ["an argument", "a.ts", "f(\n  a.find(\n    b));\n", "f(\n  a.find((c) => {\n    b}));\n"],
];

const CHANGED: [string, string, string, string][] = [
  ["a number", "a.ts", "foo(30)", "foo(300)"],
  ["a space in a literal", "a.ts", 'a.join(", ")', 'a.join(",")'],
  ["precedence", "a.ts", "a = b * (c + d)", "a = b * c + d"],
  ["an expression after return", "a.js", "function f() { return x }", "function f() { return\nx }"],
  ["a chain that was cut", "a.ts", "(a?.b).c", "a?.b.c"],
  ["an object for a block", "a.js", "f = () => ({ a })", "f = () => { a }"],
  ["an array of a length more", "a.js", "a = [1,]", "a = [1,,]"],
  ["a tuple of one", "a.py", "a = (1,)", "a = (1)"],
  ["a tuple of one", "a.rs", "fn f() { a((1,)) }", "fn f() { a((1)) }"],
  ["a nested tuple", "a.py", "f((1, 2))", "f(1, 2)"],
  ["a line out of its if", "a.py", "if a:\n    b()\n    c()", "if a:\n    b()\nc()"],
  ["quotes where they differ", "a.rb", "a = 'x'", 'a = "x"'],
  ["quotes where they differ", "a.php", "<?php $a = 'x';", '<?php $a = "x";'],
  ["text of a template", "a.js", "a = `b c`", "a = `b  c`"],
  ["raw text", "a.py", 'a = r"\\n"', 'a = "\\n"'],
  ["bytes", "a.py", 'a = b"x"', 'a = "x"'],
  ["an empty loop", "a.js", "for (;;) a()", "for (;;); a()"],
  ["two commands", "a.sh", "a b", "a\nb"],
  ["minus", "a.rb", "a - b", "a -b"],
  ["space in a regular expression", "a.js", "x = /a b/", "x = /ab/"],
  ["space of a text of JSX", "a.tsx", "x = <p>a <b/></p>", "x = <p>a<b/></p>"],
  ["an optional chain", "a.js", "a.b", "a?.b"],
  ["a comma expression", "a.js", "f((a, b))", "f(a, b)"],
  ["a type that was grouped", "a.ts", "type A = (B | C)[]", "type A = B | C[]"],
  ["a macro's tuple of one", "a.rs", "fn f() { m!(a, (b,)) }", "fn f() { m!(a, (b)) }"],
  ["an attribute of an import", "a.rs", "#[x]\nuse a;\nuse b;", "#[x]\nuse b;\nuse a;"],
  ["an import", "a.rs", "use a::{b, c};", "use a::{b, d};"],
  ["an import's name", "a.rs", "use a::{b as c, d};", "use a::{b, d as c};"],
  ["modules in order", "a.js", "import 'b';\nimport 'a';", "import 'a';\nimport 'b';"],
  ["statements in order", "a.py", "import b\nimport a", "import a\nimport b"],
  [
    "a value for a statement",
    "a.rs",
    "fn f() { match a { b => { c(); } } }",
    "fn f() { match a { b => c() } }",
  ],
  ["a declaration in a block", "a.js", "if (a) { let b = c }", "if (a) let b = c"],
  ["the else of an if", "a.js", "if (a) { if (b) c() } else d()", "if (a) { if (b) c(); else d() }"],
  ["joined texts", "a.py", "f('a' 'b')", "f('a', 'b')"],
  ["a space of JSX", "a.tsx", "x = <p>a{' '}<b/></p>", "x = <p>a<b/></p>"],
  ["space in a template", "a.js", `a = \`\${b} \${c}\``, `a = \`\${b}\${c}\``],
  ["space at the end of a template", "a.js", `a = \`\${b} \``, `a = \`\${b}\``],
  ["a text of a macro", "a.cpp", '#define A "b c"\n', '#define A "b  c"\n'],
  [
    "a list in a documentation string",
    "a.py",
    'def f():\n    """A\n\n    - a\n    - b\n    """',
    'def f():\n    """A\n\n    - a - b\n    """',
  ],
  ["a directive", "a.cpp", "#define A 1\n", "#define A  2\n"],
];

describe("code without its layout", () => {
  it.each(FORMATTED)("is the same after a change of %s (%s)", async (_, path, was, now) => {
    expect(await factOf(path, was, now)).toBe("formatting_only");
    expect(await factOf(path, now, was)).toMatch(/formatting_only|comment_only/);
  });

  it.each(CHANGED)("is not the same after a change of %s (%s)", async (_, path, was, now) => {
    expect(await factOf(path, was, now)).toBe("changed");
    expect(await factOf(path, now, was)).toBe("changed");
  });

  it.each(PART)("is not the same with %s beside it (%s)", async (_, path, was, now) => {
    const before = await formOf(path, was);
    const after = await formOf(path, now);
    const line = { line_start: 2, line_end: 2 };
    const signature = signatureOf(before.form, before.rows, line);
    expect(signature && likenessOf(signature, { ...after, window: line })).toBeNull();
  });

  it("is not the same where its beginning came under a condition", async () => {
    const was = "class A { void F() {\nforeach (var b in c) {\n  d(b);\n}\ne();\n} }";
    const now = "class A { void F() {\nforeach (var b in c) {\n  if (g) {\n  d(b);\n}\n}\ne();\n} }";
    const before = await formOf("a.cs", was);
    const after = await formOf("a.cs", now);
    const signature = signatureOf(before.form, before.rows, { line_start: 3, line_end: 5 });
    const window = { line_start: 4, line_end: 7 };
    expect(signature?.count).toBeGreaterThan(0);
    expect(signature && likenessOf(signature, { ...after, window })).toBeNull();
  });

  it("tells a cited comment that reads differently from code that does", async () => {
    expect(await factOf("a.ts", "a(1); // at most 30", "a(1); // at most 300")).toBe("comment_only");
    expect(await factOf("a.ts", "// at most 30", "// at most 300")).toBe("changed");
    expect(await factOf("a.ts", "// at most\n", "//   at most\n")).toBe("formatting_only");
  });

  it("says nothing of code that the grammar does not understand", async () => {
    expect(await factOf("a.ts", "a(((", "a(\n((")).toMatch(/not understood|changed/);
  });
});

describe("likenessOf", () => {
  it("finds the lines of a copy only where no other came or went", async () => {
    const was = "function a() {\n  return go('x', 1);\n}\nfunction b() {\n  return go('x', 1);\n}\n";
    const now =
      'function a() {\n  return go("y", 1);\n}\nfunction b() {\n  return go(\n    "x",\n    1,\n  );\n}\n';
    const before = await formOf("a.ts", was);
    const after = await formOf("a.ts", now);
    const first = signatureOf(before.form, before.rows, { line_start: 2, line_end: 2 });
    if (!first) throw new Error("no signature");
    expect(likenessOf(first, { ...after, window: { line_start: 2, line_end: 2 } })).toBeNull();
  });

  it("finds the cited lines where their file was formatted", async () => {
    const was = "class A {\n  m() {\n    return go('x', 1);\n  }\n}\n";
    const now = 'class A {\n  m() {\n    return go(\n      "x",\n      1,\n    );\n  }\n}\n';
    const before = await formOf("a.ts", was);
    const after = await formOf("a.ts", now);
    const signature = signatureOf(before.form, before.rows, { line_start: 3, line_end: 3 });
    if (!signature) throw new Error("no signature");
    expect(likenessOf(signature, { ...after, window: { line_start: 3, line_end: 3 } })).toEqual({
      fact: "formatting_only",
      line_start: 3,
      line_end: 6,
    });
  });

  it("does not take code that went under another condition for code that was formatted", async () => {
    const before = await formOf("a.ts", "function f() {\n  go('x', 1);\n}\n");
    const after = await formOf("a.ts", 'function f() {\n  if (a) {\n    go("x", 1);\n  }\n}\n');
    const signature = signatureOf(before.form, before.rows, { line_start: 2, line_end: 2 });
    if (!signature) throw new Error("no signature");
    expect(likenessOf(signature, { ...after, window: { line_start: 3, line_end: 3 } })).toBeNull();
  });
});

const SYMBOLS: [string, string, string, number, number, string | null][] = [
  [
    "a method",
    "a.ts",
    "export class PriceList {\n  round(a: number) {\n    return a;\n  }\n}\n",
    3,
    3,
    "PriceList.round",
  ],
  [
    "its own header",
    "a.ts",
    "export class PriceList {\n  round(a: number) {\n    return a;\n  }\n}\n",
    2,
    4,
    "PriceList.round",
  ],
  ["a value of a file", "a.ts", "import x from 'x';\nexport const MOST = 3;\n", 2, 2, "MOST"],
  ["nothing", "a.ts", "import x from 'x';\n\nfoo();\n", 3, 3, null],
  ["a local value", "a.js", "function f() {\n  const a = 1;\n}\n", 2, 2, "f"],
  ["an arrow function", "a.js", "const f = () => {\n  go();\n};\n", 2, 2, "f"],
  ["a method", "a.py", "class A:\n    def b(self):\n        return 1\n", 3, 3, "A.b"],
  ["a method", "a.go", "package a\n\nfunc (s *Store) Get() int {\n\treturn 1\n}\n", 4, 4, "Store.Get"],
  [
    "an implementation",
    "a.rs",
    "impl fmt::Display for Price<'_> {\n    fn fmt(&self) -> u8 {\n        1\n    }\n}\n",
    3,
    3,
    "Price::fmt",
  ],
  [
    "a method",
    "a.java",
    "class A<T> {\n  @Override\n  public int b(int c) {\n    return 1;\n  }\n}\n",
    4,
    4,
    "A.b",
  ],
  [
    "a method",
    "a.cs",
    "namespace N.M;\nclass A\n{\n    int B()\n    {\n        return 1;\n    }\n}\n",
    6,
    6,
    "A.B",
  ],
  ["a method", "a.rb", "module A\n  class B\n    def c?\n      1\n    end\n  end\nend\n", 4, 4, "A.B.c?"],
  [
    "a method",
    "a.php",
    "<?php\nclass A\n{\n    function b()\n    {\n        return 1;\n    }\n}\n",
    6,
    6,
    "A::b",
  ],
  ["a member outside its class", "a.cpp", "int A::b(int c) const {\n  return 1;\n}\n", 2, 2, "A::b"],
  ["a function", "a.c", "static int *f(int c)\n{\n  return 0;\n}\n", 3, 3, "f"],
  ["a function", "a.sh", "f() {\n  echo 1\n}\n", 2, 2, "f"],
];

describe("symbolPath", () => {
  it.each(SYMBOLS)("names %s (%s)", async (_, path, text, line_start, line_end, wanted) => {
    const { tree, language, rows } = await formOf(path, text);
    expect(symbolPath(tree, { text, language, span: spanOf(text, { rows, line_start, line_end }) })).toBe(
      wanted,
    );
  });

  it("cuts a long name between characters", async () => {
    const text = `class A {\n  "${"x".repeat(79)}😀"() {\n    go();\n  }\n}\n`;
    const { tree, language, rows } = await formOf("a.ts", text);
    const name = symbolPath(tree, {
      text,
      language,
      span: spanOf(text, { rows, line_start: 3, line_end: 3 }),
    });
    expect(name).toMatch(/^A\.x{79}/);
    expect(name?.isWellFormed()).toBe(true);
  });
});

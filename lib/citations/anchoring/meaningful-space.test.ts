import { describe, expect, it } from "vitest";
import { anchorAtCreation } from "./anchor";
import { type OldFile, oldFile } from "./cited-text";
import { judgeSpace } from "./judge-space";
import { locate } from "./locate";
import { decodeSource, lineTable, type SourceText } from "./text";

function source(text: string): SourceText {
  const decoded = decodeSource(new TextEncoder().encode(text));
  if (decoded.kind !== "text") throw new Error("binary");
  return decoded;
}

type Case = { path: string; was: string; now: string; line_start?: number; line_end?: number };

function follow({ path, was, now, line_start = 1, line_end }: Case, old: OldFile | null): string {
  const file = source(was);
  const made = anchorAtCreation(file, { line_start, line_end: line_end ?? file.lines.length });
  if (!made.ok) throw new Error(made.message);
  const next = source(now);
  const located = locate(made.anchor, old, next);
  return judgeSpace({ anchor: made.anchor, old, path, lines: next.lines, located }).status;
}

const BY_OLD = [
  ["the old text", (text: string): OldFile => oldFile(source(text))],
  ["stored line hashes", (text: string): OldFile => ({ table: lineTable(source(text).lines), lines: null })],
] as const;

const MEANT: readonly (Case & { what: string })[] = [
  {
    what: "a separator",
    path: "a.ts",
    was: 'const out = all.join(", ");',
    now: 'const out = all.join(",");',
  },
  { what: "a name in quotes", path: "a.go", was: "city := `New York`", now: "city := `NewYork`" },
  { what: "a single-quoted name", path: "a.py", was: "city = 'New York'", now: "city = 'NewYork'" },
  {
    what: "behind an escaped quote",
    path: "a.c",
    was: 'say("a \\" b c d e f")',
    now: 'say("a \\" bc d e f")',
  },
  {
    what: "a literal that does not close",
    path: "a.rb",
    was: 'text = "one  two\nthree"',
    now: 'text = "one two\nthree"',
  },
  {
    what: "inside a template over lines",
    path: "a.ts",
    was: "const t = `\n  one\n    two\n`;",
    now: "const t = `\n  one\n  two\n`;",
  },
  {
    what: "inside a text over lines",
    path: "a.java",
    was: 'var t = """\n  a, b\n""";',
    now: 'var t = """\n  a,b\n""";',
  },
  {
    what: "in a pattern",
    path: "a.js",
    was: "const words = /a b/.test(text);",
    now: "const words = /ab/.test(text);",
  },
  { what: "between two words", path: "a.rs", was: "let mut x = first;", now: "letmut x = first;" },
  { what: "behind return", path: "a.ts", was: "return total;", now: "return\ntotal;" },
  { what: "behind throw", path: "a.js", was: "throw (failed(1, 2));", now: "throw\n(failed(1, 2));" },
  {
    what: "a line taken out of its if, cited with it",
    path: "a.py",
    was: "if ready:\n    prepare()\n    launch(rocket)\n",
    now: "if ready:\n    prepare()\nlaunch(rocket)\n",
  },
  {
    what: "a line taken out of its if, cited alone",
    path: "a.py",
    was: "if ready:\n    prepare()\n    launch(rocket)\n",
    now: "if ready:\n    prepare()\nlaunch(rocket)\n",
    line_start: 3,
    line_end: 3,
  },
  {
    what: "a key moved out of its parent",
    path: "a.yaml",
    was: "jobs:\n  build:\n    image: node\n    timeout: 10\n",
    now: "jobs:\n  build:\n    image: node\n  timeout: 10\n",
    line_start: 4,
    line_end: 4,
  },
  {
    what: "a recipe's tab",
    path: "Makefile",
    was: "all:\n\tcc -o main main.c\n",
    now: "all:\n    cc -o main main.c\n",
    line_start: 2,
    line_end: 2,
  },
];

const LAYOUT: readonly (Case & { what: string })[] = [
  {
    what: "a block that is indented",
    path: "a.ts",
    was: 'if (x) {\n  call("a b");\n}',
    now: '    if (x) {\n      call("a b");\n    }',
  },
  {
    what: "a call broken into lines",
    path: "a.ts",
    was: 'send(first, "a b", third);',
    now: 'send(\n  first,\n  "a b",\n  third\n);',
  },
  {
    what: "an apostrophe in a comment",
    path: "a.rs",
    was: "// don't   do this here\nrun(first , second);",
    now: "// don't do this here\nrun(first, second);",
  },
  {
    what: "lifetimes",
    path: "a.rs",
    was: "fn pick<'a>(left: &'a str, right: &'a str) -> &'a str {",
    now: "fn pick<'a>(\n    left: &'a str,\n    right: &'a str\n) -> &'a str {",
  },
  {
    what: "a whole Python file indented by two instead of four",
    path: "a.py",
    was: 'def f(x):\n    """What\n    it does."""\n    if x:\n        return call(x,\n                    2)\n',
    now: 'def f(x):\n  """What\n  it does."""\n  if x:\n    return call(x,\n                2)\n',
  },
  {
    what: "a method that moved into a nested class along with its header",
    path: "a.py",
    was: "class A:\n    def f(self):\n        return 1 + 1\n",
    now: "if typed:\n    class A:\n        def f(self):\n            return 1 + 1\n",
    line_start: 3,
    line_end: 3,
  },
  {
    what: "arguments in brackets",
    path: "a.py",
    was: "call(first,\n     second,\n     third)\n",
    now: "call(first,\n  second,\n    third)\n",
  },
  {
    what: "a list under its key",
    path: "a.yml",
    was: "on:\n- push\n- pull_request\nname: x\n",
    now: "on:\n  - push\n  - pull_request\nname: x\n",
  },
  {
    what: "a paragraph wrapped elsewhere",
    path: "a.md",
    was: 'It\'s what "some people, and others" say of\nit.',
    now: 'It\'s what "some people,\nand others" say of it.',
  },
];

describe.each(BY_OLD)("white space, knowing %s", (_name, old) => {
  it.each(MEANT)("is an edit where it means something: $what", (one) => {
    expect(follow(one, old(one.was))).toBe("edited");
  });

  it.each(LAYOUT)("is layout: $what", (one) => {
    expect(follow(one, old(one.was))).not.toBe("edited");
  });
});

it("leaves a citation alone that was followed over a change of its literal before", () => {
  const made = anchorAtCreation(source('join(", ", first, second)'), { line_start: 1, line_end: 1 });
  if (!made.ok) throw new Error(made.message);
  const seen = source('join(",", first, second)\n');
  const old = { table: lineTable(seen.lines), lines: null };
  const next = source('// top\njoin(",", first, second)\n');
  const located = locate(made.anchor, old, next);
  expect(judgeSpace({ anchor: made.anchor, old, path: "a.ts", lines: next.lines, located })).toMatchObject({
    status: "moved",
  });
});

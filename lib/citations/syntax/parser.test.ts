import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import { languageOf } from "./languages";
import { normalForm } from "./normal-form";
import { createParser, LONGEST_SOURCE, STRIDE } from "./parser";
import { rowsOfText, signatureOf } from "./signature";

const parser = createParser();
afterAll(() => parser.close());

const SMALL = "const a = 1;\n";

/** A thread that answers as the real one does, but hangs on `hang` and dies of `crash`. */
const BREAKABLE = `
const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ id, text }) => {
  if (text === "hang") for (;;);
  if (text === "crash") process.exit(3);
  if (text === "throw") throw new Error("trap");
  parentPort.postMessage({ id, tree: { types: ["program"], nodes: Int32Array.of(0, 0, text.length, -1) } });
});
parentPort.postMessage({ ready: true });
`;

function breakable() {
  let started = 0;
  const spawn = () => {
    started += 1;
    return new Worker(BREAKABLE, { eval: true, execArgv: [] });
  };
  return { made: createParser({ spawn, kill_ms: 300 }), started: () => started };
}

const HOSTILE: [string, string, string][] = [
  ["brackets 60,000 deep", "typescript", "(".repeat(60_000)],
  ["brackets that close 60,000 deep", "javascript", `${"[".repeat(60_000)}${"]".repeat(60_000)}`],
  ["a minified file in one line", "javascript", "a(b,{c:d=>e[f]});".repeat(20_000)],
  ["a line of operators", "python", `x = ${"a + ".repeat(50_000)}a`],
  ["templates in templates", "cpp", `${"A<".repeat(20_000)}int${">".repeat(20_000)} x;`],
  ["strings that do not end", "python", `${'"""a\n'.repeat(20_000)}`],
  ["heredocs that do not end", "bash", "cat <<A\n".repeat(20_000)],
  ["heredocs that do not end", "ruby", "a <<~B, <<-C\n".repeat(10_000)],
  [
    "bytes of no language",
    "rust",
    Array.from({ length: 200_000 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join(""),
  ],
  ["NUL and half of a pair", "go", `package a\u0000\ud800${"\u{1f600}".repeat(10_000)}`],
];

describe("a parser", () => {
  it("answers a tree in characters of the text", async () => {
    const tree = await parser.parse("typescript", `const ä = "😀";\n${SMALL}`);
    expect(tree?.types[0]).toBe("program");
    expect(tree?.nodes[2]).toBe(`const ä = "😀";\n${SMALL}`.length);
    expect((tree?.nodes.length ?? 1) % STRIDE).toBe(0);
  });

  it("refuses a file of 5 MB without starting anything", async () => {
    const { made, started } = breakable();
    expect(await made.parse("typescript", SMALL.repeat(400_000))).toBeNull();
    expect(await made.parse("typescript", "x".repeat(LONGEST_SOURCE + 1))).toBeNull();
    expect(started()).toBe(0);
  });

  it.each(HOSTILE)(
    "survives %s (%s)",
    async (_, grammar, text) => {
      const tree = await parser.parse(grammar, text.slice(0, LONGEST_SOURCE));
      const language = [languageOf("a.ts"), languageOf("a.py")].find((each) => each?.grammar === grammar);
      if (tree && language) {
        const form = normalForm(tree, text, language);
        signatureOf(form, rowsOfText(text), { line_start: 1, line_end: 1 });
      }
      expect(await parser.parse("typescript", `${SMALL}// after ${grammar} ${text.length}`)).not.toBeNull();
    },
    60_000,
  );

  it.each(["hang", "crash", "throw"])(
    "gives up a file that makes its thread %s, and starts another",
    async (fault) => {
      const { made, started } = breakable();
      const [before, broken, after] = await Promise.all([
        made.parse("typescript", "before"),
        made.parse("typescript", fault),
        made.parse("typescript", "after"),
      ]);
      expect([before?.types, broken, after?.types]).toEqual([["program"], null, ["program"]]);
      expect(started()).toBe(2);
      expect(await made.parse("typescript", fault)).toBeNull();
      expect(started(), "the file is not tried again").toBe(2);
      await made.close();
    },
  );

  it("gives up where no thread can be started", async () => {
    const spawn = () => new Worker("process.exit(1)", { eval: true, execArgv: [] });
    const made = createParser({ spawn });
    expect(await Promise.all([made.parse("go", "a"), made.parse("go", "b")])).toEqual([null, null]);
    expect(await made.parse("go", "c")).toBeNull();
    await made.close();
  });

  it("answers many at once, each with its own", async () => {
    const texts = Array.from({ length: 40 }, (_, at) => SMALL.repeat(at + 1));
    const trees = await Promise.all(texts.map((text) => parser.parse("typescript", text)));
    expect(trees.map((tree) => tree?.nodes[2])).toEqual(texts.map((text) => text.length));
  });
});

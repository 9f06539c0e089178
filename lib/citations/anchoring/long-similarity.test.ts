import { distance } from "fastest-levenshtein";
import { describe, expect, it } from "vitest";
import { LOW_CONFIDENCE } from "../fields";
import { anchorAtCreation } from "./anchor";
import { oldFile } from "./cited-text";
import { locate } from "./locate";
import { affordableSimilarity, newBudget } from "./long-similarity";
import { decodeSource, type SourceText } from "./text";

/** Words that all differ, so many that they make a text of `length` characters. */
function words(length: number, seed = 7): string {
  const found: string[] = [];
  let state = seed;
  for (let size = 0; size < length; size += 8) {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    found.push(state.toString(36).padStart(7, "q").slice(0, 7));
  }
  return found.join(" ");
}

function source(text: string): SourceText {
  const decoded = decodeSource(new TextEncoder().encode(text));
  if (decoded.kind !== "text") throw new Error("the test's text is binary");
  return decoded;
}

/** What becomes of line 3 when it reads differently, with the old file and without. */
function followLine(line: string, next: string) {
  const file = (middle: string) => source(`first line\nsecond line\n${middle}\nfourth line\nfifth line\n`);
  const made = anchorAtCreation(file(line), { line_start: 3, line_end: 3 });
  if (!made.ok) throw new Error(made.message);
  return [locate(made.anchor, oldFile(file(line)), file(next)), locate(made.anchor, null, file(next))];
}

describe("a long text", () => {
  it.each([5_000, 60_000])("of which one character changed is edited, not gone (%i characters)", (length) => {
    const line = `const table = "${words(length)}";`;
    for (const followed of followLine(line, line.replace("table", "tables"))) {
      expect(followed).toMatchObject({ status: "edited", line_start: 3, line_end: 3 });
      expect(followed.similarity).toBeGreaterThan(0.99);
    }
  });

  it("is edited when it changed at both ends", () => {
    const line = `const table = "${words(20_000)}";`;
    const [followed] = followLine(line, line.replace("table", "rows").replace('";', ' more";'));
    expect(followed).toMatchObject({ status: "edited", line_start: 3 });
    expect(followed?.similarity).toBeGreaterThan(0.99);
  });

  it("is edited when one of its many lines changed, and a line was added", () => {
    const rows = Array.from({ length: 150 }, (_, index) => `  ${words(90, index + 3)},`);
    const file = (lines: readonly string[]) => source(["open", ...lines, "close"].join("\n"));
    const made = anchorAtCreation(file(rows), { line_start: 2, line_end: 151 });
    if (!made.ok) throw new Error(made.message);
    const next = ["  fresh,", ...rows.slice(0, 70), "  other,", ...rows.slice(71), "  last,"];
    const located = locate(made.anchor, oldFile(file(rows)), file(next));
    expect(located.status).toBe("edited");
    expect(located.similarity).toBeGreaterThan(0.95);
  });

  it("that cannot be compared in time is a guess, never gone", () => {
    // The same characters in one word each, so that neither lengths nor words say that they differ.
    const line = `x${"ab".repeat(10_000)}y`;
    for (const located of followLine(line, `p${"ba".repeat(10_000)}q`)) {
      expect(located.status).not.toBe("missing");
      expect(located.confidence).toBeLessThan(LOW_CONFIDENCE);
    }
  });
});

describe("affordable similarity", () => {
  it("is the exact one as long as the budget suffices", () => {
    for (let seed = 1; seed < 40; seed += 1) {
      const left = words(120, seed);
      const right = `${left.slice(0, seed)}${words(40, seed + 1)}${left.slice(2 * seed)}`;
      const exact = 1 - distance(left, right) / Math.max(left.length, right.length);
      expect(affordableSimilarity(left, right, 0, newBudget())).toBeCloseTo(exact, 9);
      expect(affordableSimilarity(left, right, exact + 0.01, newBudget())).toBe(0);
    }
  });
});

import { describe, expect, it } from "vitest";
import { applyEdits } from "../skills/edits";
import { changesOf } from "./upload";

const BASE = `---
name: code-review
description: How we review changes
---

# Code review

Read the change before you judge it.

## Unused code

- Flag unused imports.
- Flag unused variables.

See above.

## Naming

- Flag names of one letter.
- Flag names of one letter in tests.
`;

const changed = (theirs: string) => {
  const found = changesOf(BASE, theirs);
  if ("problem" in found) throw new Error(found.problem);
  return found.changes;
};

describe("somebody's own text of a skill", () => {
  it("is one edit for each run of changed lines, by section, and together they make that text", () => {
    const theirs = BASE.replace("unused imports.", "unused imports, but not of types.")
      .replace("See above.", "See above.\nAsk when in doubt.")
      .replace("- Flag names of one letter in tests.\n", "");
    const changes = changed(theirs);
    expect(changes.map(({ section, edits }) => [section, edits.length])).toEqual([
      ["Unused code", 2],
      ["Naming", 1],
    ]);
    let made = BASE;
    for (const { section, edits } of changes) {
      const result = applyEdits(made, section, edits);
      made = "content" in result ? result.content : result.problem;
    }
    expect(made).toBe(theirs);
  });

  it.each([
    ["lines before the first", BASE.replace("- Flag unused imports.", "- New.\n- Flag unused imports.")],
    ["a blank line", BASE.replace("\n\nSee above.", "\n\n\nSee above.")],
    ["the last line", BASE.replace("letter in tests.", "letter in every test.")],
    ["neighbours", BASE.replace("unused imports.", "imports.").replace("unused variables.", "variables.")],
    ["no final line end", BASE.trimEnd()],
  ])("is found whatever it changes: %s", (_, theirs) => {
    let made = BASE;
    for (const { section, edits } of changed(theirs)) {
      const result = applyEdits(made, section, edits);
      made = "content" in result ? result.content : result.problem;
    }
    expect(made).toBe(theirs);
  });

  it("that says the same changes nothing, also with other line ends", () => {
    expect(changed(BASE)).toEqual([]);
    expect(changed(BASE.replaceAll("\n", "\r\n"))).toEqual([]);
  });

  it.each([
    ["a new heading", `${BASE}\n## More\n\n- x\n`, "adds, removes or renames a heading"],
    ["another description", BASE.replace("How we review", "How they review"), "frontmatter"],
    ["a command", BASE.replace("See above.", "See !`date`."), "Unused code"],
  ])("is refused with %s, and it is said why", (_, theirs, why) => {
    expect(changesOf(BASE, theirs)).toEqual({ problem: expect.stringContaining(why) });
  });
});

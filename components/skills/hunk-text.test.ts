import { describe, expect, test } from "vitest";
import type { Hunk } from "@/lib/skills/contract";
import { approvedHunks, editedLines, lineGrowth, windowOf } from "./hunk-text";

const content = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

const hunk = (id: string, current_text: string, proposed_text: string): Hunk => ({
  id,
  position: 0,
  current_text,
  proposed_text,
  edited_text: null,
  rationale: "",
  decision: "open",
  feedback: null,
  spared: 0,
  touched: 0,
  rule_categories: [],
  start_line: 5,
  conflict: null,
  three_way: null,
  findings: [],
  memories: [],
});

describe("the lines of a hunk that are edited", () => {
  const amended = { current_text: "- Flag unused code.\n- Flag magic numbers.", proposed_text: "" };
  const added = {
    ...amended,
    proposed_text: "- Flag unused code.\n  - Not in tests.\n- Flag magic numbers.",
  };

  test("are those that it writes, and the rules around them stay", () => {
    const edited = editedLines(added, added.proposed_text);
    expect(edited.lines).toBe("  - Not in tests.");
    expect(edited.write("  - Not in tests,\n    nor in stubs.")).toBe(
      "- Flag unused code.\n  - Not in tests,\n    nor in stubs.\n- Flag magic numbers.",
    );
  });

  test("may be all taken away, and written again", () => {
    const emptied = editedLines(added, added.proposed_text).write("");
    expect(emptied).toBe(amended.current_text);
    expect(editedLines(added, emptied).lines).toBe("");
    expect(editedLines(added, emptied).write("  - Not in tests.")).toBe(added.proposed_text);
  });

  test("are the new wording where a rule is reworded, and all of a text that replaces everything", () => {
    const reworded = { ...amended, proposed_text: "- Flag unused code.\n- Flag numbers without a name." };
    expect(editedLines(reworded, reworded.proposed_text).lines).toBe("- Flag numbers without a name.");
    const replaced = { current_text: "one\ntwo", proposed_text: "three\nfour" };
    expect(editedLines(replaced, "three\nfour").lines).toBe("three\nfour");
  });

  test("are the whole text where the rules around them are not in it", () => {
    const edited = editedLines(added, "Something else.");
    expect(edited.lines).toBe("Something else.");
    expect(edited.write("Again.")).toBe("Again.");
  });

  test("do not count a line twice that is repeated", () => {
    const repeated = { current_text: "a", proposed_text: "a\na" };
    expect(editedLines(repeated, "a\na").lines).toBe("a");
    expect(editedLines(repeated, "a\na").write("b")).toBe("a\nb");
  });
});

describe("the window of a hunk", () => {
  test("holds three whole lines on both sides and counts from their first", () => {
    expect(windowOf({ current_text: "five", start_line: 5 }, content, "FIVE")).toEqual({
      old_text: "two\nthree\nfour\nfive\nsix\nseven\neight\n",
      new_text: "two\nthree\nfour\nFIVE\nsix\nseven\neight\n",
      first_line: 2,
    });
  });

  test("ends where the text ends, at its beginning and at its end", () => {
    expect(windowOf({ current_text: "one\n", start_line: 1 }, content, "")).toEqual({
      old_text: "one\ntwo\nthree\nfour\n",
      new_text: "two\nthree\nfour\n",
      first_line: 1,
    });
    const { old_text, new_text } = windowOf(
      { current_text: "nine\n", start_line: 9 },
      content,
      "nine\nten\n",
    );
    expect(old_text).toBe("six\nseven\neight\nnine\n");
    expect(new_text).toBe("six\nseven\neight\nnine\nten\n");
  });

  test("shows whole lines when the hunk is a part of one", () => {
    const { old_text, new_text } = windowOf({ current_text: "iv", start_line: 5 }, content, "IV");
    expect(old_text).toContain("\nfive\n");
    expect(new_text).toContain("\nfIVe\n");
  });

  test("takes the occurrence at its line, not an earlier one", () => {
    const twice = "a\nsame\nb\nc\nd\ne\nsame\n";
    expect(windowOf({ current_text: "same", start_line: 7 }, twice, "other").new_text).toBe(
      "c\nd\ne\nother\n",
    );
  });

  test("is the two texts alone when the place is gone", () => {
    expect(windowOf({ current_text: "gone", start_line: null }, content, "new")).toEqual({
      old_text: "gone",
      new_text: "new",
      first_line: 1,
    });
    expect(windowOf({ current_text: "gone", start_line: 400 }, content, "new").old_text).toBe("gone");
  });

  test("says by how many lines it moves what is below", () => {
    const window = windowOf({ current_text: "five", start_line: 5 }, content, "five\nand a half");
    expect(lineGrowth(window)).toBe(1);
    expect(lineGrowth(windowOf({ current_text: "five\n", start_line: 5 }, content, ""))).toBe(-1);
  });
});

describe("what an approval sends", () => {
  const proposal = { hunks: [hunk("a", "x", "y"), hunk("b", "p", "q")] };

  test("nothing when everything is taken as drafted", () => {
    expect(approvedHunks(proposal, new Set(), { a: "y" })).toBeUndefined();
  });

  test("only the hunks that are taken, with the wording that was changed", () => {
    expect(approvedHunks(proposal, new Set(["b"]), { a: "z" })).toEqual([
      { hunk_id: "a", proposed_text: "z" },
    ]);
    expect(approvedHunks(proposal, new Set(), { b: "z" })).toEqual([
      { hunk_id: "a" },
      { hunk_id: "b", proposed_text: "z" },
    ]);
  });
});

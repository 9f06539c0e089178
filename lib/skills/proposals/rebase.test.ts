import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeTexts } from "../deliveries/merge";
import { applyEdits, type SectionEdit, withLf } from "../skills/edits";
import { parseSkill } from "../skills/markdown";
import { rebaseEdit } from "./rebase";

const HEAD = "---\nname: code-review\ndescription: Reviews\n---\n\n# Code review\n\nIntro.\n\n";
const TAIL = "\n\n## Naming\n\n- Flag names of one letter.\n";

/** A section of plain lines that all differ, between others. */
const skillOf = (lines: readonly string[]) => `${HEAD}## Rules\n\n${lines.join("\n")}${TAIL}`;

const BASE = skillOf(["- One.", "- Two.", "- Three.", "- Four."]);
const EDIT = { current_text: "- Two.", proposed_text: "- Two.\n- Two and a half." };

describe("a hunk carried over to a skill that moved", () => {
  it("follows its section when that got another title", () => {
    const current = BASE.replace("## Rules", "## What to flag");
    const rebased = rebaseEdit({ base: BASE, current, section: "Rules", edit: EDIT });
    expect(rebased).toEqual({ section: "What to flag", ...EDIT });
    expect(applyEdits(current, "What to flag", [EDIT])).toEqual({
      content: current.replace("- Two.\n", "- Two.\n- Two and a half.\n"),
    });
  });

  it("adds its lines behind what became of the line they were written for", () => {
    const current = BASE.replace("- Two.", "- Two, or both.");
    expect(rebaseEdit({ base: BASE, current, section: "Rules", edit: EDIT })).toEqual({
      section: "Rules",
      current_text: "- Two, or both.",
      proposed_text: "- Two, or both.\n- Two and a half.",
    });
  });

  it("is widened upwards where its line stands twice now", () => {
    const current = BASE.replace("- Four.", "- Two.");
    expect(rebaseEdit({ base: BASE, current, section: "Rules", edit: EDIT })).toEqual({
      section: "Rules",
      current_text: "- One.\n- Two.",
      proposed_text: "- One.\n- Two.\n- Two and a half.",
    });
  });

  it.each([
    [
      "the line it replaces was changed",
      BASE.replace("- Two.", "- Two!"),
      { ...EDIT, proposed_text: "- 2." },
    ],
    ["the line it follows was taken out", BASE.replace("- Two.\n", ""), EDIT],
    ["its section is gone", `${HEAD}## Naming\n\n- Flag names of one letter.\n`, EDIT],
  ])("is a conflict with both sides when %s", (_, current, edit) => {
    const rebased = rebaseEdit({ base: BASE, current, section: "Rules", edit });
    expect(rebased).toMatchObject({
      conflict: {
        base: expect.stringContaining("- Two."),
        version: expect.any(String),
        file: expect.any(String),
      },
      reason: expect.any(String),
    });
  });

  it("is a conflict where two sections have the same title now", () => {
    const current = `${BASE}\n## Rules\n\nAgain.\n`;
    expect(rebaseEdit({ base: BASE, current, section: "Rules", edit: EDIT })).toMatchObject({
      reason: expect.stringContaining("another section has too"),
    });
  });
});

const word = fc.stringMatching(/^[a-z]{1,8}$/);
type Eol = "\n" | "\r\n";

/** A skill with edits of its section, none beside another: what line merges and splices must agree on. */
const scenario = fc
  .record({
    words: fc.uniqueArray(word, { minLength: 6, maxLength: 24 }),
    kinds: fc.array(fc.constantFrom("add", "replace", "skip"), { minLength: 24, maxLength: 24 }),
    taken: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
    eol: fc.constantFrom<Eol>("\n", "\r\n"),
    bom: fc.boolean(),
    last_newline: fc.boolean(),
  })
  .map(({ words, kinds, taken: normalized, eol, bom, last_newline }) => {
    const lines = words.map((each, index) => `- Rule ${index} says ${each}.`);
    const text = skillOf(lines);
    const content = `${bom ? "\uFEFF" : ""}${(last_newline ? text : text.trimEnd()).replaceAll("\n", eol)}`;
    const edits = lines.flatMap((line, index): SectionEdit[] => {
      // Every third line, so that each edit has an unchanged line on both sides.
      if (index % 3 !== 1 || kinds[index] === "skip") return [];
      const added = `- Except ${index}.`;
      return [
        {
          current_text: line,
          proposed_text: kinds[index] === "add" ? `${line}\n${added}` : `- Rule ${index} says less.`,
        },
      ];
    });
    return { content, edits, approved: edits.filter((_, index) => normalized[index] === true), eol };
  });

const applied = (content: string, edits: readonly SectionEdit[]) => {
  const result = applyEdits(content, "Rules", edits);
  if ("problem" in result) throw new Error(result.problem);
  return result.content;
};

describe("applying some hunks of a proposal", () => {
  it("gives what merging each of them alone, three-way, gives", () => {
    fc.assert(
      fc.property(scenario, ({ content, approved }) => {
        const merged = approved.reduce((file, edit) => {
          const merge = mergeTexts({ base: content, version: applied(content, [edit]), file });
          if (merge.content === null) throw new Error("edits apart from each other merge");
          return merge.content;
        }, content);
        expect(applied(content, approved)).toBe(merged);
      }),
      { numRuns: 100 },
    );
  });

  it("leaves every byte outside the hunks as it was, whatever the line ends, the mark and the last line", () => {
    fc.assert(
      fc.property(scenario, ({ content, approved, eol }) => {
        const after = applied(content, approved);
        const undone = approved.reduce(
          (text, { current_text, proposed_text }) =>
            text.replace(proposed_text.replaceAll("\n", eol), current_text.replaceAll("\n", eol)),
          after,
        );
        expect(Buffer.from(undone).equals(Buffer.from(content))).toBe(true);
        const outside = (text: string) => {
          const rules = parseSkill(text).sections.find(({ title }) => title === "Rules");
          if (rules) return [text.slice(0, rules.start), text.slice(rules.end)];
          return [];
        };
        expect(outside(after)).toEqual(outside(content));
      }),
      { numRuns: 100 },
    );
  });

  it("and carrying them over to a skill that changed elsewhere gives the three-way merge too", () => {
    fc.assert(
      fc.property(scenario, ({ content, approved }) => {
        const current = content.replace("says", "said").replace("one letter", "two letters");
        const carried = approved.flatMap((edit) => {
          const rebased = rebaseEdit({ base: content, current, section: "Rules", edit });
          if ("conflict" in rebased) return [];
          return [rebased];
        });
        const merge = mergeTexts({ base: content, version: applied(content, approved), file: current });
        if (carried.length < approved.length || merge.content === null) return;
        expect(withLf(applied(current, carried))).toBe(withLf(merge.content));
      }),
      { numRuns: 100 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { outline } from "@/lib/text/outline";
import { extractLearnings, learningsByRules } from "./extraction";
import { termsOf } from "./fact-model";
import { foundIn, lastingOf, readUnits } from "./facts";
import { unitsOf } from "./units";

const REPORT = `# Session report

I added the berth price list and updated the tests. All 42 tests pass.

The scheduler keeps its lease in \`lease.json\`, so two workers on one machine take turns and never run a job twice.

- Updated \`price.ts\`
- \`fetchRates\` returns cached values for 60 seconds, even after a rate was changed by hand; call \`clearRates()\` in tests.

## Decisions

- **Decision**: Use SQLite over LevelDB because two processes read it at once.
- **Decision**: Done on 2026-11-02, 12/12 steps
`;
const output = { text: REPORT, agent_type: "main", category: "api" };

describe("what an answer teaches", () => {
  it("is what lasts without a form, beside what rules find, and nothing of what was done", () => {
    expect(extractLearnings(output).map(({ kind, statement }) => [kind, statement])).toEqual([
      ["decision", "Decision: Use SQLite over LevelDB because two processes read it at once."],
      [
        "fact",
        "The scheduler keeps its lease in `lease.json`, so two workers on one machine take turns and never run a job twice.",
      ],
      [
        "fact",
        "`fetchRates` returns cached values for 60 seconds, even after a rate was changed by hand; call `clearRates()` in tests.",
      ],
    ]);
  });

  it("is not learned again from what the agent knew already", () => {
    const known =
      "The scheduler keeps its lease in `lease.json`, so two workers on one machine take turns and never run a job twice.";
    const learned = extractLearnings({ ...output, injected: [known] });
    expect(learned.map(({ statement }) => statement)).not.toContain(known);
    expect(learned).toHaveLength(2);
  });

  it("is surer, the likelier it is a fact, and never as sure as what is labelled as an error's cure", () => {
    const sure = extractLearnings(output).filter(({ kind }) => kind === "fact");
    for (const { confidence } of sure) {
      expect(confidence).toBeGreaterThanOrEqual(0.55);
      expect(confidence).toBeLessThanOrEqual(0.8);
    }
  });

  it("is nothing in an empty answer, and in one of signs", () => {
    for (const text of ["", "\n\n", "---\n***\n", "#", "- \n- "])
      expect(extractLearnings({ ...output, text })).toEqual([]);
  });
});

describe("thresholds", () => {
  it("leave rules alone at 0, and let nothing pass above 1", () => {
    const root = outline(REPORT);
    const learnings = learningsByRules(output);
    expect(lastingOf(root, learnings, { found: 0, unfound: 1.1 })).toEqual({ kept: learnings, further: [] });
    expect(lastingOf(root, learnings, { found: 1.1, unfound: 1.1 })).toEqual({ kept: [], further: [] });
  });
});

describe("the parts of an answer", () => {
  it("are its headings, items and sentences, each under its headings", () => {
    expect(
      unitsOf(outline("# A\n\nOne here. Two here.\n\n- three\n  - four\n\n## B\n\n```\ncode\n```\n")),
    ).toEqual([
      { text: "A", form: "title", titles: [] },
      { text: "One here.", form: "sentence", titles: ["A"] },
      { text: "Two here.", form: "sentence", titles: ["A"] },
      { text: "three", form: "item", titles: ["A"] },
      { text: "four", form: "item", titles: ["A"] },
      { text: "B", form: "title", titles: ["A"] },
    ]);
  });

  it("know what rules found in them", () => {
    const found = readUnits(outline(REPORT), learningsByRules(output)).filter(
      (each) => each.learnings.length > 0,
    );
    expect(found.map((each) => [each.unit.text.slice(0, 30), foundIn(each)])).toContainEqual([
      "Decision: Use SQLite over Leve",
      ["decision 0.8"],
    ]);
  });

  it("have the same terms however long their code, their numbers and their inflections are", () => {
    const unit = { form: "item", titles: ["Notes"] } as const;
    const context = { place: 0, found: [] };
    const terms = (text: string) =>
      termsOf({ ...unit, text }, context).filter((term) => !/^(length|ends|sign)/.test(term));
    expect(terms("Keep `a` for 5 days")).toEqual(terms("Keep `another_name()` for 12345 days"));
  });
});

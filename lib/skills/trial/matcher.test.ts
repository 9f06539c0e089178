import { describe, expect, it } from "vitest";
import { matcherOfLine, newExceptions, type TriedFinding } from "./matcher";

const finding = (fields: Partial<TriedFinding> = {}): TriedFinding => ({
  title: "Unused parameter `request` in handler",
  file_path: "src/handlers/a.py",
  rule_category: "unused_code",
  ...fields,
});

describe("a line that leaves something out", () => {
  it.each<[string, Partial<TriedFinding>, boolean]>([
    [
      "- Do not flag unused code such as “Unused parameter `request` in handler” in `src/handlers/**/*.py`: it must.",
      {},
      true,
    ],
    [
      "- Do not flag unused code such as “Unused parameter `request` in handler” in `src/views/**/*.py`: it must.",
      {},
      false,
    ],
    ["- Do not flag unused parameters of handlers.", {}, true],
    [
      "- Do not flag unused parameters of handlers.",
      { title: "SQL injection in search", rule_category: "security" },
      false,
    ],
    ["- Do not flag unused code.", { title: "Dead branch after return" }, true],
    ["- Do not flag naming.", {}, false],
    ["- Never flag unused code in `src/handlers/`.", {}, true],
    ["- Never flag unused code in `src/handlers/`.", { file_path: null }, false],
  ])("%s on %o: %s", (line, fields, applies) => {
    expect(matcherOfLine(line)(finding(fields))).toBe(applies);
  });

  it("counts only where it is new", () => {
    const before = "## Naming\n\n- Do not flag loop indices.\n- Flag names of one letter.\n";
    const after = `${before}- Do not flag names of coordinates.\n- Flag abbreviations.\n`;
    expect(newExceptions(after, before)).toEqual(["- Do not flag names of coordinates."]);
  });
});

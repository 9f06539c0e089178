import { describe, expect, it } from "vitest";
import { preferencesInFix, preferencesOfFixes, type SuggestedFix } from "./fixes";

describe("preferencesInFix", () => {
  it.each([
    ["Use single quotes instead of double quotes", ["quotes=single"]],
    ["Use double-quoted strings", ["quotes=double"]],
    ["Wrap the line at 100 characters", ["line_length=100"]],
    ["Rename getUser to snake_case: get_user", ["naming=snake_case"]],
    ["Add the missing semicolon", ["semicolons=always"]],
    ["Remove the trailing comma", ["trailing_commas=none"]],
    [
      'Wrap the error: fmt.Errorf("open %s: %w", path, err)',
      ["error_handling=wrap errors with what was tried"],
    ],
    ["Catch specific exceptions rather than a bare except", ["error_handling=catch specific exceptions"]],
    ["Use pytest.mark.parametrize for the three cases", ["test_style=cases in a table"]],
    ["Sort the imports and add type hints", ["import_order=sorted", "type_checking=annotations required"]],
    ["Move this into a helper", []],
    ["The quotes of the day are cached for 30 minutes", []],
    ["Handle the 404 line in the response", []],
  ])("reads %j as %j", (text, expected) => {
    expect(preferencesInFix(text).map(({ key, value }) => `${key}=${value}`)).toEqual(expected);
  });
});

describe("preferencesOfFixes", () => {
  const fix = (disposition: string, over: Partial<SuggestedFix> = {}): SuggestedFix => ({
    developer: "dana",
    disposition,
    title: "Quotes",
    suggested_fix: "Use single quotes",
    file_path: "src/a.ts",
    ...over,
  });
  const times = (count: number, one: SuggestedFix) => Array.from({ length: count }, () => one);

  it("says how often of how many fixes that ask for the same were taken over, by language", () => {
    const fixes = [
      ...times(9, fix("implement")),
      fix("reject"),
      ...times(4, fix("implement", { file_path: "tools/a.py" })),
      ...times(3, fix("clarify")),
    ];
    expect(preferencesOfFixes(fixes)).toEqual([
      {
        developer_id: "dana",
        preference_type: "quotes",
        preference_value: "single",
        aspect: "",
        holds_for: "javascript",
        statement: "dana writes strings in single quotes in javascript.",
        confidence: 0.6,
        observation_count: 9,
        flagged: 10,
        origin: "fixes",
      },
    ]);
  });

  it("says nothing of what was rejected as often, or of two developers as one", () => {
    expect(preferencesOfFixes([...times(6, fix("implement")), ...times(6, fix("reject"))])).toEqual([]);
    const two = [...times(3, fix("implement")), ...times(3, fix("implement", { developer: "eve" }))];
    expect(preferencesOfFixes(two)).toEqual([]);
  });
});

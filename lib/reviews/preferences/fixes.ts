import { wilson } from "@/lib/kernel/statistics";
import { areaOfPath, type LearnedPreference, type PreferenceKey, statementOf } from "@/lib/memories";

/** What a suggested fix asks for that is a preference of style. */
export type FixPreference = { key: PreferenceKey; value: string; aspect: string };

type Pattern = {
  key: PreferenceKey;
  aspect?: string;
  /** With a group where the value is a word of the text. */
  text: RegExp;
  value: (found: RegExpExecArray) => string | undefined;
};

const says = (value: string) => () => value;
const first = (found: RegExpExecArray) => found[1]?.toLowerCase();

const CASES: Readonly<Record<string, string>> = {
  snake_case: "snake_case",
  camelcase: "camelCase",
  pascalcase: "PascalCase",
  "kebab-case": "kebab-case",
  upper_case: "UPPER_CASE",
  screaming_snake_case: "UPPER_CASE",
};

/** Each about one thing, in the words in which fixes are suggested. The first of a key that fits says its value. */
const PATTERNS: readonly Pattern[] = [
  { key: "quotes", text: /\b(single|double)[- ]quot(?:es?|ed)\b/i, value: first },
  {
    key: "line_length",
    text: /\b(?:lines?|wrap\w*|limit|column|width)\b[^.]{0,40}?\b(\d{2,3})\b(?:\s*(?:char\w*|col\w*))?/i,
    value: lengthOf,
  },
  { key: "indent_style", text: /\b(?:indent\w*|use)\b[^.]{0,20}\b(tabs|spaces)\b/i, value: first },
  {
    key: "indent_size",
    text: /\b(?:indent\w*)\b[^.]{0,20}\b([248])[- ](?:spaces?|columns)\b|\b([248])[- ]spaces?\b[^.]{0,20}\bindent/i,
    value: (found) => found[1] ?? found[2],
  },
  {
    key: "semicolons",
    text: /\b(?:add|use|missing|end\w* with)\b[^.]{0,20}\bsemicolons?\b/i,
    value: says("always"),
  },
  {
    key: "semicolons",
    text: /\b(?:remove|drop|omit|without)\b[^.]{0,20}\bsemicolons?\b/i,
    value: says("as needed"),
  },
  {
    key: "trailing_commas",
    text: /\b(?:add|use|missing)\b[^.]{0,20}\btrailing commas?\b/i,
    value: says("all"),
  },
  {
    key: "trailing_commas",
    text: /\b(?:remove|drop|omit|without)\b[^.]{0,20}\btrailing commas?\b/i,
    value: says("none"),
  },
  {
    key: "final_newline",
    text: /\b(?:add|end\w* with)\b[^.]{0,20}\b(?:final |trailing |a )?newline\b[^.]{0,20}\b(?:end|file)\b/i,
    value: says("yes"),
  },
  {
    key: "trim_trailing_whitespace",
    text: /\b(?:remove|trim|strip)\b[^.]{0,12}\btrailing white ?space\b/i,
    value: says("yes"),
  },
  {
    key: "naming",
    text: /\b(snake_case|camelCase|PascalCase|kebab-case|UPPER_CASE|SCREAMING_SNAKE_CASE)\b/i,
    value: (found) => CASES[found[1]?.toLowerCase() ?? ""],
  },
  {
    key: "import_order",
    text: /\b(?:sort|alphabeti[sz]e)\b[^.]{0,20}\bimports?\b|\bimports?\b[^.]{0,20}\balphabetical/i,
    value: says("sorted"),
  },
  { key: "import_order", text: /\bgroup\b[^.]{0,30}\bimports?\b/i, value: says("grouped") },
  {
    key: "error_handling",
    aspect: "bare_except",
    text: /\b(?:bare except|except:\s|specific exceptions?|narrow\w* (?:the )?except\w*)\b/i,
    value: says("catch specific exceptions"),
  },
  {
    key: "error_handling",
    aspect: "wrap",
    text: /%w\b|\bwrap\b[^.]{0,25}\berrors?\b/i,
    value: says("wrap errors with what was tried"),
  },
  {
    key: "error_handling",
    aspect: "errorlint",
    text: /\berrors\.(?:Is|As)\b/,
    value: says("compare errors with errors.Is and errors.As"),
  },
  {
    key: "error_handling",
    aspect: "unwrap_used",
    text: /\b(?:instead of|avoid|replace|remove|no)\b[^.]{0,20}\bunwrap\b|\bpropagate\b[^.]{0,25}\berrors?\b/i,
    value: says("propagate errors"),
  },
  {
    key: "error_handling",
    aspect: "empty_blocks",
    text: /\b(?:do not|don't|never|avoid|stop)\b[^.]{0,20}\b(?:swallow|silenc|ignor)\w*\b[^.]{0,25}\b(?:errors?|exceptions?)\b|\bempty catch\b/i,
    value: says("swallow no error"),
  },
  {
    key: "error_handling",
    aspect: "keep_cause",
    text: /\braise\b[^.]{0,30}\bfrom\b|\{\s*cause\b|\bas (?:the )?cause\b/i,
    value: says("keep the cause of an error that is thrown again"),
  },
  {
    key: "error_handling",
    aspect: "early_return",
    text: /\b(?:early return|return early|guard clauses?)\b/i,
    value: says("return early"),
  },
  {
    key: "test_style",
    aspect: "parametrized",
    text: /\bparametri[sz]e\b|\btable[- ]driven\b|\b(?:test|it)\.each\b/i,
    value: says("cases in a table"),
  },
  {
    key: "test_style",
    aspect: "fixtures",
    text: /\b(?:pytest|test)? ?fixtures?\b[^.]{0,25}\b(?:instead|rather|for|use)\b|\buse\b[^.]{0,20}\bfixtures?\b/i,
    value: says("fixtures"),
  },
  {
    key: "test_style",
    aspect: "assertions",
    text: /\b(?:plain|bare) assert\b|\bassert\b[^.]{0,15}\binstead of\b[^.]{0,15}\bself\.assert/i,
    value: says("plain asserts"),
  },
  {
    key: "type_checking",
    aspect: "annotations",
    text: /\b(?:add|missing|annotate)\b[^.]{0,20}\b(?:type (?:hints?|annotations?)|return types?)\b/i,
    value: says("annotations required"),
  },
  {
    key: "type_checking",
    aspect: "any",
    text: /\b(?:replace|avoid|instead of|no|remove)\b[^.]{0,12}\bany\b[^.]{0,20}\b(?:type|unknown|with)\b|\bunknown\b[^.]{0,15}\binstead of\b[^.]{0,6}\bany\b/i,
    value: says("no any"),
  },
  {
    key: "docstrings",
    text: /\b(?:add|write|missing)\b[^.]{0,20}\b(?:docstrings?|doc comments?|jsdoc|rustdoc|godoc)\b/i,
    value: says("required"),
  },
];

function lengthOf(found: RegExpExecArray): string | undefined {
  const length = Number(found[1]);
  if (length >= 60 && length <= 200) return String(length);
  return undefined;
}

/** What is to be done, without what it is done instead of. */
const wantedOf = (text: string) =>
  text.replace(/\b(?:rather than|instead of|in place of|not|over)\b[^.,;]*/gi, (refused) =>
    /\b(?:unwrap|any|self\.assert)/.test(refused) ? refused : "",
  );

/** The preferences that the text of a suggested fix shows, one of each key and aspect. */
export function preferencesInFix(text: string): FixPreference[] {
  const wanted = wantedOf(text.slice(0, 1_000));
  const found = new Map<string, FixPreference>();
  for (const { key, aspect = "", text: pattern, value } of PATTERNS) {
    const match = pattern.exec(wanted);
    const said = match && value(match);
    if (said && !found.has(`${key} ${aspect}`)) found.set(`${key} ${aspect}`, { key, value: said, aspect });
  }
  return [...found.values()];
}

/** A finding with a suggested fix, and what a developer did with it. */
export type SuggestedFix = {
  developer: string;
  disposition: string;
  title: string;
  suggested_fix: string | null;
  file_path: string | null;
};

/** Taken-over fixes before they say something, and the share of those suggested that surely was: as of findings. */
export const LEAST_IMPLEMENTED = 5;
export const LEAST_SHARE = 0.5;

type Tally = {
  preference: FixPreference;
  area: string | null;
  developer: string;
  taken: number;
  flagged: number;
};

/**
 * What developers prefer, by the fixes that they took over: of those that ask for the same in one language at least five,
 * and surely (the lower end of the Wilson 95 % interval) more than half.
 */
export function preferencesOfFixes(fixes: readonly SuggestedFix[]): LearnedPreference[] {
  const tallies = new Map<string, Tally>();
  for (const { developer, disposition, title, suggested_fix, file_path } of fixes) {
    if (!["implement", "reject", "defer"].includes(disposition)) continue;
    const area = file_path === null ? null : areaOfPath(file_path);
    for (const preference of preferencesInFix(suggested_fix || title)) {
      const key = JSON.stringify([developer, area, preference]);
      const tally = tallies.get(key) ?? { preference, area, developer, taken: 0, flagged: 0 };
      tally.flagged += 1;
      if (disposition === "implement") tally.taken += 1;
      tallies.set(key, tally);
    }
  }
  return [...tallies.values()].flatMap(({ preference, area, developer, taken, flagged }) => {
    const share = wilson(taken, flagged);
    if (share === null || taken < LEAST_IMPLEMENTED || share.low < LEAST_SHARE) return [];
    return [
      {
        developer_id: developer,
        preference_type: preference.key,
        preference_value: preference.value,
        aspect: preference.aspect,
        holds_for: area ?? "",
        statement: statementOf({ ...preference, developer, area }),
        confidence: Math.round(share.low * 100) / 100,
        observation_count: taken,
        flagged,
        origin: "fixes" as const,
      },
    ];
  });
}

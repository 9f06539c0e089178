/** What a preference can be about. Closed: two files that say the same give the same key. */
export const PREFERENCE_KEYS = [
  "line_length",
  "indent_style",
  "indent_size",
  "end_of_line",
  "final_newline",
  "trim_trailing_whitespace",
  "quotes",
  "jsx_quotes",
  "quoted_properties",
  "semicolons",
  "trailing_commas",
  "arrow_parentheses",
  "bracket_spacing",
  "bracket_same_line",
  "prose_wrap",
  "import_order",
  "naming",
  "error_handling",
  "docstrings",
  "type_checking",
  "complexity",
  "test_framework",
  "test_files",
  "test_style",
] as const;
export type PreferenceKey = (typeof PREFERENCE_KEYS)[number];

type Said = { value: string; aspect: string };

const of = (aspect: string) => {
  if (aspect === "") return "";
  return ` of ${aspect.replaceAll("_", " ")}`;
};
const yes = (value: string, one: string, other: string) => {
  if (value === "yes") return one;
  return other;
};

/** The end of a sentence that begins with who prefers it. */
const PHRASES: Readonly<Record<PreferenceKey, (said: Said) => string>> = {
  line_length: ({ value }) => {
    if (value === "no limit") return "sets no limit to the length of lines";
    return `keeps lines to ${value} characters`;
  },
  indent_style: ({ value }) => `indents with ${value}`,
  indent_size: ({ value }) => `indents by ${value} columns`,
  end_of_line: ({ value }) => `ends lines with ${value.toUpperCase()}`,
  final_newline: ({ value }) => yes(value, "ends files with a line break", "ends files without a line break"),
  trim_trailing_whitespace: ({ value }) =>
    yes(value, "leaves no white space at the end of lines", "keeps white space at the end of lines"),
  quotes: ({ value }) => {
    if (value === "as written") return "leaves quotes as they were written";
    return `writes strings in ${value} quotes`;
  },
  jsx_quotes: ({ value }) => `writes attributes of JSX in ${value} quotes`,
  quoted_properties: ({ value }) => `quotes properties ${value}`,
  semicolons: ({ value }) => {
    if (value === "always") return "ends statements with semicolons";
    return "writes semicolons only where they are needed";
  },
  trailing_commas: ({ value }) => {
    if (value === "none") return "writes no trailing commas";
    return `writes trailing commas (${value})`;
  },
  arrow_parentheses: ({ value }) => {
    if (value === "always") return "puts the parameters of arrow functions into parentheses always";
    return "leaves parentheses out around the only parameter of an arrow function";
  },
  bracket_spacing: ({ value }) => yes(value, "puts spaces inside braces", "puts no spaces inside braces"),
  bracket_same_line: ({ value }) =>
    yes(
      value,
      "ends the opening tag on its last line",
      "puts the end of an opening tag on a line of its own",
    ),
  prose_wrap: ({ value }) => `wraps prose: ${value}`,
  import_order: ({ value, aspect }) => `keeps imports${of(aspect)} ${value}`,
  naming: ({ value, aspect }) => `names${of(aspect)}: ${value}`,
  error_handling: ({ value }) => `handles errors by this rule: ${value}`,
  docstrings: ({ value }) => `writes documentation comments: ${value}`,
  type_checking: ({ value }) => `checks types: ${value}`,
  complexity: ({ value, aspect }) =>
    `keeps the${aspect === "" ? "" : ` ${aspect}`} complexity of a function to ${value}`,
  test_framework: ({ value, aspect }) => `writes tests${aspect === "" ? "" : ` ${aspect}`} with ${value}`,
  test_files: ({ value }) => `keeps tests in ${value}`,
  test_style: ({ value }) => `writes tests in this style: ${value}`,
};

/** A preference in words: "dana keeps lines to 120 characters in python.". */
export function statementOf({
  developer,
  key,
  value,
  aspect,
  area,
}: Said & { developer: string; key: PreferenceKey; area: string | null }): string {
  const where = area === null ? "" : ` in ${area}`;
  return `${developer} ${PHRASES[key]({ value, aspect })}${where}.`;
}

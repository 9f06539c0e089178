import { casesOf, ERROR_RULES } from "./eslint-rules";
import {
  below,
  booleanOf,
  countOf,
  firstBelow,
  itemsOf,
  type Located,
  scalarOf,
  stringOf,
  stringsOf,
} from "./located";
import { Settings } from "./settings";

const SPOKEN: Readonly<Record<string, string>> = {
  asNeeded: "as needed",
  preserve: "preserve",
  always: "always",
  single: "single",
  double: "double",
  all: "all",
  es5: "es5",
  none: "none",
  lf: "lf",
  crlf: "crlf",
  cr: "cr",
  auto: "auto",
};

/** Languages that a part of the file is about, and the area it then holds for. */
const PARTS = {
  javascript: "javascript",
  json: "*.json",
  css: "*.css",
  graphql: "*.graphql",
  html: "*.html",
} as const;

/** https://biomejs.dev/reference/configuration */
export function readBiome(root: Located): Settings {
  const found = new Settings("biome", "web");
  readBlock(found, root, null);
  for (const override of itemsOf(below(root, "overrides"))) {
    const files = stringsOf(firstBelow(override, ["includes", "include"]));
    if (files.length > 0) readBlock(found, override, files.join(", "));
  }
  for (const base of itemsOf(below(root, "extends")))
    found.skip(base, `what ${stringOf(base) ?? "it"} sets is not read`);
  return found;
}

const isOff = (located: Located | undefined) => booleanOf(below(located, "enabled")) === false;

function readBlock(found: Settings, block: Located, files: string | null): void {
  const formatter = below(block, "formatter");
  if (!isOff(formatter)) readFormatter(found, formatter, files ?? "web");
  for (const [part, area] of Object.entries(PARTS)) {
    const own = below(block, part, "formatter");
    if (isOff(own) || isOff(formatter)) continue;
    readFormatter(found, own, files ?? area);
    if (part === "javascript") readJavascript(found, own, files ?? "javascript");
  }
  if (!isOff(below(block, "linter")))
    readRules(found, below(block, "linter", "rules"), files ?? "javascript");
  const area = { area: files ?? "javascript" };
  const sorted =
    below(block, "organizeImports", "enabled") ??
    below(block, "assist", "actions", "source", "organizeImports");
  const on = scalarOf(sorted) ?? scalarOf(below(sorted, "level"));
  if (on === true || on === "on") found.add(sorted, "import_order", "sorted", area);
}

function readFormatter(found: Settings, at: Located | undefined, area: string): void {
  const style = stringOf(below(at, "indentStyle"));
  const size = firstBelow(at, ["indentWidth", "indentSize"]);
  if (style === "tab" || style === "space")
    found.add(below(at, "indentStyle"), "indent_style", `${style}s`, { area });
  found.addCount(size, "indent_size", { area });
  found.addCount(below(at, "lineWidth"), "line_length", { area });
  const ending = below(at, "lineEnding");
  found.addWord(ending, "end_of_line", SPOKEN, { area });
  for (const [name, key] of [
    ["bracketSpacing", "bracket_spacing"],
    ["bracketSameLine", "bracket_same_line"],
  ] as const)
    found.addFlag(below(at, name), key, { area });
}

function readJavascript(found: Settings, at: Located | undefined, area: string): void {
  const options = [
    [["quoteStyle"], "quotes"],
    [["jsxQuoteStyle"], "jsx_quotes"],
    [["semicolons"], "semicolons"],
    [["trailingCommas", "trailingComma"], "trailing_commas"],
    [["arrowParentheses"], "arrow_parentheses"],
  ] as const;
  for (const [names, key] of options) {
    const option = firstBelow(at, names);
    found.addWord(option, key, SPOKEN, { area });
  }
  const quoted = below(at, "quoteProperties");
  found.add(quoted, "quoted_properties", spokenQuoted(stringOf(quoted)), { area });
}

const spokenQuoted = (value: string | undefined) => {
  if (value === "asNeeded") return "as-needed";
  return value;
};

type Rule = { option: (name: string) => Located | undefined; at: Located };

const RULES: Readonly<Record<string, (found: Settings, rule: Rule, area: string) => void>> = {
  noExplicitAny: (found, { at }, area) => found.add(at, "type_checking", "no any", { aspect: "any", area }),
  noExcessiveCognitiveComplexity: (found, { at, option }, area) =>
    found.add(at, "complexity", countOf(option("maxAllowedComplexity")) ?? 15, { aspect: "cognitive", area }),
  noFloatingPromises: (found, { at }, area) =>
    found.add(at, "error_handling", ERROR_RULES.floating_promises, { aspect: "floating_promises", area }),
  useThrowOnlyError: (found, { at }, area) =>
    found.add(at, "error_handling", ERROR_RULES.throw_errors, { aspect: "throw_errors", area }),
  useErrorMessage: (found, { at }, area) =>
    found.add(at, "error_handling", ERROR_RULES.error_messages, { aspect: "error_messages", area }),
  noEmptyBlockStatements: (found, { at }, area) =>
    found.add(at, "error_handling", ERROR_RULES.empty_blocks, { aspect: "empty_blocks", area }),
  noUselessCatch: (found, { at }, area) =>
    found.add(at, "error_handling", ERROR_RULES.useless_catch, { aspect: "useless_catch", area }),
  useFilenamingConvention: (found, { at, option }, area) =>
    found.add(at, "naming", casesOf(stringsOf(option("filenameCases"))), { aspect: "files", area }),
};

function readRules(found: Settings, rules: Located | undefined, area: string): void {
  if (rules?.kind !== "map") return;
  for (const group of rules.entries.values())
    for (const [name, read] of Object.entries(RULES)) {
      const at = below(group, name);
      const level = scalarOf(at) ?? scalarOf(below(at, "level"));
      if (!at || level === undefined || level === "off" || level === false) continue;
      read(found, { at, option: (option) => below(at, "options", option) }, area);
    }
}

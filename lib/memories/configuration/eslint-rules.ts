import type { PreferenceKey } from "./keys";
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
import type { Settings } from "./settings";

/** A rule that is on, with its options after the severity. */
export type Rule = { name: string; at: Located; options: Located[]; area: string };

type Reader = (found: Settings, rule: Rule) => void;

const spoken = (value: unknown, words: Readonly<Record<string, string>>): string | undefined => {
  if (typeof value === "string") return words[value];
  return undefined;
};

/** A rule whose first option is one of these words, or its default without an option. */
const choice =
  (key: PreferenceKey, words: Readonly<Record<string, string>>, otherwise?: string): Reader =>
  (found, { at, options: [first], area }) => {
    if (first === undefined) found.add(at, key, otherwise, { area });
    else found.add(at, key, spoken(scalarOf(first), words), { area });
  };

const says =
  (key: PreferenceKey, value: string, aspect = ""): Reader =>
  (found, { at, area }) =>
    found.add(at, key, value, { aspect, area });

const CASES: Readonly<Record<string, string>> = {
  kebabCase: "kebab-case",
  camelCase: "camelCase",
  snakeCase: "snake_case",
  pascalCase: "PascalCase",
  "kebab-case": "kebab-case",
  snake_case: "snake_case",
  PascalCase: "PascalCase",
  strictCamelCase: "camelCase",
  StrictPascalCase: "PascalCase",
  UPPER_CASE: "UPPER_CASE",
};

/** Names of cases as one value; undefined where one of them is unknown. */
export function casesOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const cases = names.map((name) => CASES[name]);
  if (cases.includes(undefined)) return undefined;
  return [...new Set(cases)].join(" or ");
}

const indent: Reader = (found, { at, options: [first], area }) => {
  if (scalarOf(first) === "tab") found.add(at, "indent_style", "tabs", { area });
  else if (first === undefined || countOf(first) !== undefined) {
    found.add(at, "indent_style", "spaces", { area });
    found.add(at, "indent_size", countOf(first) ?? 4, { area });
  }
};

const maxLength: Reader = (found, { at, options: [first], area }) =>
  found.add(at, "line_length", first === undefined ? 80 : (countOf(first) ?? countOf(below(first, "code"))), {
    area,
  });

const COMMAS: Readonly<Record<string, string>> = {
  never: "none",
  always: "always",
  "always-multiline": "all",
};

const commaDangle: Reader = (found, { at, options: [first], area }) => {
  if (first?.kind !== "map")
    return choice(
      "trailing_commas",
      COMMAS,
      "none",
    )(found, { name: "", at, area, options: first ? [first] : [] });
  const values = new Set([...first.entries.values()].map((value) => stringOf(value)));
  const [only] = values;
  if (values.size === 1) found.add(at, "trailing_commas", spoken(only, COMMAS), { area });
};

const importGroups: Reader = (found, { at, options: [first], area }) => {
  const groups = itemsOf(below(first, "groups")).map((group) => stringsOf(group).join("/"));
  found.add(at, "import_order", groups.length > 0 ? `grouped: ${groups.join(", ")}` : "sorted", { area });
};

const sortImports: Reader = (found, { at, options: [first], area }) => {
  const members = booleanOf(below(first, "ignoreDeclarationSort")) === true;
  found.add(at, "import_order", "sorted", { aspect: members ? "members" : "", area });
};

const namingConvention: Reader = (found, { at, options, area }) => {
  for (const option of options) {
    const selector = stringsOf(below(option, "selector")).join(" and ");
    const narrowed = firstBelow(option, ["modifiers", "types", "filter", "prefix", "suffix", "custom"]);
    if (selector !== "" && narrowed === undefined)
      found.add(option, "naming", casesOf(stringsOf(below(option, "format"))), { aspect: selector, area });
  }
  if (options.length === 0) found.add(at, "naming", "camelCase", { aspect: "default", area });
};

const filenameCase: Reader = (found, { at, options: [first], area }) => {
  const single = stringOf(below(first, "case"));
  const cases = below(first, "cases");
  const several =
    cases?.kind === "map" ? [...cases.entries].flatMap(([name, on]) => (booleanOf(on) ? name : [])) : [];
  const named = single === undefined ? several : [single];
  found.add(at, "naming", first === undefined ? "kebab-case" : casesOf(named), { aspect: "files", area });
};

const complexity: Reader = (found, { at, options: [first], area }) =>
  found.add(
    at,
    "complexity",
    first === undefined ? 20 : (countOf(first) ?? countOf(firstBelow(first, ["max", "maximum"]))),
    { area },
  );

const cognitive: Reader = (found, { at, options: [first], area }) =>
  found.add(at, "complexity", countOf(first) ?? 15, { aspect: "cognitive", area });

const testName: Reader = (found, { at, options: [first], area }) =>
  found.add(at, "test_style", stringOf(below(first, "fn")) ?? stringOf(first), { aspect: "function", area });

const errors = (value: string, aspect: string) => says("error_handling", value, aspect);
export const ERROR_RULES = {
  throw_errors: "throw only Error objects",
  reject_errors: "reject promises only with Error objects",
  floating_promises: "wait for or handle every promise",
  empty_blocks: "leave no block empty, catch blocks among them",
  useless_catch: "write no catch that only throws again",
  callback_errors: "handle the error that a callback gets",
  keep_cause: "keep the cause of an error that is thrown again",
  unknown_caught: "treat what was caught as unknown",
  error_messages: "give every error a message",
} as const;

const noEmpty: Reader = (found, { at, options: [first], area }) => {
  if (booleanOf(below(first, "allowEmptyCatch")) !== true)
    found.add(at, "error_handling", ERROR_RULES.empty_blocks, { aspect: "empty_blocks", area });
};

/** By names without the plugin's prefix where several plugins have the same rule. */
const RULES: Readonly<Record<string, Reader>> = {
  quotes: choice("quotes", { single: "single", double: "double", backtick: "backtick" }, "double"),
  "jsx-quotes": choice("jsx_quotes", { "prefer-single": "single", "prefer-double": "double" }, "double"),
  semi: choice("semicolons", { always: "always", never: "as needed" }, "always"),
  indent,
  "max-len": maxLength,
  "comma-dangle": commaDangle,
  "arrow-parens": choice("arrow_parentheses", { always: "always", "as-needed": "as needed" }, "always"),
  "object-curly-spacing": choice("bracket_spacing", { always: "yes", never: "no" }, "no"),
  "linebreak-style": choice("end_of_line", { unix: "lf", windows: "crlf" }, "lf"),
  "eol-last": choice("final_newline", { always: "yes", unix: "yes", windows: "yes", never: "no" }, "yes"),
  "no-trailing-spaces": says("trim_trailing_whitespace", "yes"),
  "quote-props": choice(
    "quoted_properties",
    {
      always: "always",
      "as-needed": "as-needed",
      consistent: "consistent",
      "consistent-as-needed": "consistent-as-needed",
    },
    "always",
  ),
  "import/order": importGroups,
  "import-x/order": importGroups,
  "sort-imports": sortImports,
  "simple-import-sort/imports": says("import_order", "sorted"),
  "perfectionist/sort-imports": says("import_order", "sorted"),
  camelcase: says("naming", "camelCase", "variables"),
  "naming-convention": namingConvention,
  "unicorn/filename-case": filenameCase,
  "only-throw-error": errors(ERROR_RULES.throw_errors, "throw_errors"),
  "no-throw-literal": errors(ERROR_RULES.throw_errors, "throw_errors"),
  "prefer-promise-reject-errors": errors(ERROR_RULES.reject_errors, "reject_errors"),
  "no-floating-promises": errors(ERROR_RULES.floating_promises, "floating_promises"),
  "promise/catch-or-return": errors(ERROR_RULES.floating_promises, "floating_promises"),
  "no-empty": noEmpty,
  "no-useless-catch": errors(ERROR_RULES.useless_catch, "useless_catch"),
  "handle-callback-err": errors(ERROR_RULES.callback_errors, "callback_errors"),
  "n/handle-callback-err": errors(ERROR_RULES.callback_errors, "callback_errors"),
  "node/handle-callback-err": errors(ERROR_RULES.callback_errors, "callback_errors"),
  "preserve-caught-error": errors(ERROR_RULES.keep_cause, "keep_cause"),
  "use-unknown-in-catch-callback-variable": errors(ERROR_RULES.unknown_caught, "unknown_caught"),
  "unicorn/error-message": errors(ERROR_RULES.error_messages, "error_messages"),
  complexity,
  "sonarjs/cognitive-complexity": cognitive,
  "no-explicit-any": says("type_checking", "no any", "any"),
  "jest/consistent-test-it": testName,
  "vitest/consistent-test-it": testName,
  "jsdoc/require-jsdoc": says("docstrings", "required"),
  "require-jsdoc": says("docstrings", "required"),
};

const SHARED = /^(?:@stylistic\/(?:js\/|ts\/|jsx\/)?|@typescript-eslint\/|ts\/|style\/|typescript\/)/;

/** Adds what a rule of ESLint says about a preference, if it says anything. */
export function readRule(found: Settings, rule: Rule): void {
  const read = RULES[rule.name.replace(SHARED, "")];
  if (read && Object.hasOwn(RULES, rule.name.replace(SHARED, ""))) read(found, rule);
}

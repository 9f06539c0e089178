import type { PreferenceKey } from "./keys";
import { below, booleanOf, firstBelow, itemsOf, type Located, stringOf, wordsOf } from "./located";
import { Settings } from "./settings";

/** `line-length` and `line_length` are one name to these tools. */
const named = (at: Located | undefined, name: string) => firstBelow(at, [name, name.replaceAll("-", "_")]);

/** What choosing a family of rules says. https://docs.astral.sh/ruff/rules */
const FAMILIES: readonly (readonly [
  codes: readonly string[],
  PreferenceKey,
  value: string,
  aspect: string,
])[] = [
  [["I", "I001"], "import_order", "sorted", ""],
  [["N"], "naming", "as PEP 8 says", ""],
  [["D"], "docstrings", "checked by pydocstyle", ""],
  [["ANN"], "type_checking", "annotations required", "annotations"],
  [["BLE", "BLE001"], "error_handling", "catch no blind Exception", "blind_except"],
  [["E722"], "error_handling", "write no bare except", "bare_except"],
  [["TRY"], "error_handling", "raise and catch as tryceratops says", "tryceratops"],
  [["B904"], "error_handling", "raise from what was caught", "keep_cause"],
  [["PT"], "test_style", "as flake8-pytest-style says", "pytest"],
];

function readSelected(
  found: Settings,
  { lists, ignored }: { lists: (Located | undefined)[]; ignored: ReadonlySet<string> },
): void {
  for (const list of lists)
    for (const item of itemsOf(list))
      for (const code of wordsOf(item))
        for (const [codes, key, value, aspect] of FAMILIES)
          if (codes.includes(code) && !codes.some((one) => ignored.has(one)))
            found.add(item, key, value, { aspect });
}

const LINES: Readonly<Record<string, string>> = { lf: "lf", "cr-lf": "crlf", auto: "auto", native: "native" };

/** https://docs.astral.sh/ruff/settings: older files have the options of `lint` at the top. */
export function readRuff(root: Located | undefined): Settings {
  const found = new Settings("ruff", "python");
  if (!root) return found;
  const lint = (name: string) => named(below(root, "lint"), name) ?? named(root, name);
  found.addCount(named(root, "line-length"), "line_length");
  found.addCount(named(root, "indent-width"), "indent_size");
  const ignored = new Set([...wordsOf(lint("ignore")), ...wordsOf(lint("extend-ignore"))]);
  readSelected(found, { lists: [lint("select"), lint("extend-select")], ignored });
  const complexity = below(lint("mccabe"), "max-complexity");
  found.addCount(complexity, "complexity");
  const convention = below(lint("pydocstyle"), "convention");
  found.addText(convention, "docstrings", { aspect: "convention" });
  const quotes = below(lint("flake8-quotes"), "inline-quotes");
  found.addText(quotes, "quotes");
  const single = below(lint("isort"), "force-single-line");
  if (booleanOf(single)) found.add(single, "import_order", "one on each line", { aspect: "lines" });
  const format = below(root, "format");
  const quote = named(format, "quote-style");
  found.add(quote, "quotes", stringOf(quote)?.replace("preserve", "as written"));
  const style = stringOf(named(format, "indent-style"));
  if (style) found.add(named(format, "indent-style"), "indent_style", style === "tab" ? "tabs" : "spaces");
  const ending = named(format, "line-ending");
  found.addWord(ending, "end_of_line", LINES);
  const base = below(root, "extend");
  if (base) found.skip(base, `what ${stringOf(base) ?? "it"} sets is read in that file only`);
  return found;
}

export function readBlack(root: Located | undefined): Settings {
  const found = new Settings("black", "python");
  found.addCount(named(root, "line-length"), "line_length");
  if (booleanOf(named(root, "skip-string-normalization")))
    found.add(named(root, "skip-string-normalization"), "quotes", "as written");
  return found;
}

export function readIsort(root: Located | undefined): Settings {
  const found = new Settings("isort", "python");
  found.addCount(named(root, "line-length"), "line_length");
  const profile = below(root, "profile");
  found.add(
    profile,
    "import_order",
    stringOf(profile) === undefined ? undefined : `sorted as the profile ${stringOf(profile)} says`,
  );
  const single = named(root, "force-single-line");
  if (booleanOf(single)) found.add(single, "import_order", "one on each line", { aspect: "lines" });
  const indent = below(root, "indent");
  found.addCount(indent, "indent_size");
  return found;
}

/** Flake8, and pycodestyle, which shares its names. */
export function readFlake8(root: Located | undefined): Settings {
  const found = new Settings("flake8", "python");
  const at = (name: string) => named(root, name);
  found.addCount(at("max-line-length"), "line_length");
  found.addCount(at("max-complexity"), "complexity");
  found.addText(at("docstring-convention"), "docstrings", {
    aspect: "convention",
  });
  found.addText(at("inline-quotes"), "quotes");
  const order = at("import-order-style");
  found.add(
    order,
    "import_order",
    stringOf(order) === undefined ? undefined : `sorted in the style ${stringOf(order)}`,
  );
  const ignored = new Set([...wordsOf(at("ignore")), ...wordsOf(at("extend-ignore"))]);
  readSelected(found, { lists: [at("select"), at("extend-select")].flatMap(eachWord), ignored });
  return found;
}

/** INI files write lists as one text: each of its words, on the lines of the whole. */
function eachWord(list: Located | undefined): Located[] {
  if (!list) return [];
  return wordsOf(list).map((value) => ({ ...list, kind: "scalar" as const, value }));
}

export function readPylint(root: Located | undefined): Settings {
  const found = new Settings("pylint", "python");
  for (const section of [below(root, "format"), below(root, "FORMAT"), below(root, "main"), root]) {
    const length = named(section, "max-line-length");
    if (found.settings.length === 0) found.addCount(length, "line_length");
  }
  return found;
}

export function readMypy(root: Located | undefined): Settings {
  const found = new Settings("mypy", "python");
  if (booleanOf(below(root, "strict"))) found.add(below(root, "strict"), "type_checking", "strict");
  const typed = named(root, "disallow-untyped-defs");
  if (booleanOf(typed)) found.add(typed, "type_checking", "annotations required", { aspect: "annotations" });
  return found;
}

/** The section itself says that tests are written with pytest. */
export function readPytest(root: Located | undefined): Settings {
  const found = new Settings("pytest", "python");
  if (!root) return found;
  found.add({ line_start: root.line_start, line_end: root.line_start }, "test_framework", "pytest");
  const paths = named(root, "testpaths");
  found.add(paths, "test_files", wordsOf(paths).join(", "));
  const files = named(root, "python-files");
  found.add(files, "test_files", wordsOf(files).join(", "), { aspect: "names" });
  const strict = named(root, "xfail-strict");
  if (booleanOf(strict))
    found.add(strict, "test_style", "an unexpected pass of an expected failure fails", { aspect: "xfail" });
  return found;
}

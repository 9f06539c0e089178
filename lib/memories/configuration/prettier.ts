import {
  below,
  booleanOf,
  entriesOf,
  firstBelow,
  itemsOf,
  type Located,
  stringOf,
  stringsOf,
} from "./located";
import { Settings } from "./settings";

const SORTING = /sort-imports|organize-imports|import-sort/;

/** The options of Prettier, wherever they stand. https://prettier.io/docs/options */
export function readPrettier(root: Located): Settings {
  const found = new Settings("prettier", "web");
  if (root.kind !== "map") {
    found.skip(root, "the options are those of a package, which is not read");
    return found;
  }
  readOptions(found, { options: root, area: "web" });
  for (const override of itemsOf(below(root, "overrides"))) {
    const files = stringsOf(below(override, "files"));
    if (files.length > 0) readOptions(found, { options: below(override, "options"), area: files.join(", ") });
  }
  for (const [name, value] of entriesOf(root))
    if (name.startsWith("...")) found.skip(value, `${name} is computed and is not run`);
  return found;
}

function readOptions(
  found: Settings,
  { options, area: name }: { options: Located | undefined; area: string },
): void {
  const area = { area: name };
  const at = (option: string) => below(options, option);
  const flag = (option: string) => booleanOf(at(option));
  const choose = (value: boolean | undefined, one: string, other: string) => {
    if (value === undefined) return undefined;
    return value ? one : other;
  };
  for (const [option, value] of entriesOf(options))
    if (!option.startsWith("...")) found.skipCode(value, option);
  found.addCount(at("printWidth"), "line_length", area);
  found.addCount(at("tabWidth"), "indent_size", area);
  found.add(at("useTabs"), "indent_style", choose(flag("useTabs"), "tabs", "spaces"), area);
  found.add(at("singleQuote"), "quotes", choose(flag("singleQuote"), "single", "double"), area);
  found.add(at("jsxSingleQuote"), "jsx_quotes", choose(flag("jsxSingleQuote"), "single", "double"), area);
  found.addText(at("quoteProps"), "quoted_properties", area);
  found.add(at("semi"), "semicolons", choose(flag("semi"), "always", "as needed"), area);
  found.addText(at("trailingComma"), "trailing_commas", area);
  const arrows = at("arrowParens");
  found.add(arrows, "arrow_parentheses", choose(stringOf(arrows) === "always", "always", "as needed"), area);
  found.addFlag(at("bracketSpacing"), "bracket_spacing", area);
  const bracket = firstBelow(options, ["bracketSameLine", "jsxBracketSameLine"]);
  found.addFlag(bracket, "bracket_same_line", area);
  found.addText(at("endOfLine"), "end_of_line", area);
  found.addText(at("proseWrap"), "prose_wrap", area);
  const plugin = itemsOf(at("plugins")).find((item) => SORTING.test(stringOf(item) ?? ""));
  const order = at("importOrder") ?? plugin;
  found.add(order, "import_order", at("importOrder") ? "sorted in groups" : "sorted", area);
}

import { readRule } from "./eslint-rules";
import { below, entriesOf, itemsOf, type Located, scalarOf, stringsOf } from "./located";
import { Settings } from "./settings";

/** The rules of ESLint that say a preference, of a flat configuration (a list) as of `.eslintrc`. */
export function readEslint(root: Located): Settings {
  const found = new Settings("eslint", "javascript");
  for (const block of blocksOf(root)) {
    if (found.skipCode(block, "a part of the list")) continue;
    const files = filesOf(below(block, "files"));
    readBlock(found, { block, area: files });
    for (const override of itemsOf(below(block, "overrides")))
      readBlock(found, { block: override, area: filesOf(below(override, "files")) });
  }
  return found;
}

/** Configurations within lists of configurations, as flat ones may be. */
function blocksOf(located: Located): Located[] {
  if (located.kind === "list") return located.items.flatMap(blocksOf);
  return [located];
}

function filesOf(files: Located | undefined): string {
  const globs = itemsOf(files).flatMap(stringsOf);
  const extensions = globs.flatMap(
    (glob) => /^\*\*\/\*\.(?:\{([\w,]+)\}|(\w+)|\?\(\[cm\]\)[jt]s\??x?)$/.exec(glob) ?? [],
  );
  // A flat configuration names its languages where an older one did not.
  const isWhole =
    globs.length > 0 &&
    extensions.length > 0 &&
    globs.every((glob) => /^\*\*\/\*\./.test(glob)) &&
    /ts/.test(globs.join());
  if (globs.length === 0 || isWhole) return "javascript";
  return globs.join(", ");
}

function readBlock(found: Settings, { block, area }: { block: Located | undefined; area: string }): void {
  for (const base of [...itemsOf(below(block, "extends"))])
    for (const name of stringsOf(base)) found.skip(base, `what ${name} sets is not read`);
  for (const [name, value] of entriesOf(block))
    if (name.startsWith("...")) found.skip(value, `what ${name.slice(3)} sets is not read`);
  const rules = below(block, "rules");
  if (found.skipCode(rules, "rules")) return;
  for (const [name, at] of entriesOf(rules)) {
    if (name.startsWith("...")) {
      found.skip(at, `what ${name.slice(3)} sets is not read`);
      continue;
    }
    const [severity, ...options] = itemsOf(at);
    const level = scalarOf(severity);
    if (level === undefined || level === "off" || level === 0 || level === "0") continue;
    readRule(found, { name, at, options, area });
  }
}

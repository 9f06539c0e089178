/** Files that a setting holds for: a language by name, or a glob as the tool has it. */
export const AREA_GLOBS: Readonly<Record<string, string>> = {
  any: "**",
  web: "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,css,scss,less,html,vue,svelte,json,md,yaml,yml}",
  javascript: "**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}",
  python: "**/*.{py,pyi}",
  rust: "**/*.rs",
  go: "**/*.go",
};

/** Areas that lie within another one. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  javascript: ["web", "any"],
  web: ["any"],
  python: ["any"],
  rust: ["any"],
  go: ["any"],
};

/** Whether an area is another one or a part of it. */
export const isWithin = (area: string, other: string): boolean =>
  area === other || other === "any" || (WITHIN[area] ?? []).includes(other);

const LANGUAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  python: new Set(["py", "pyi"]),
  rust: new Set(["rs"]),
  go: new Set(["go"]),
  javascript: new Set(["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"]),
};

/** The language that all of these endings of files belong to; null for none or several. */
export function languageOfEndings(endings: readonly string[]): string | null {
  if (endings.length === 0) return null;
  const found = Object.entries(LANGUAGES).find(([, known]) => endings.every((ending) => known.has(ending)));
  return found?.[0] ?? null;
}

/** The language of a file's area; null where it has none of those. */
export const areaOfPath = (path: string): string | null =>
  languageOfEndings([path.slice(path.lastIndexOf(".") + 1).toLowerCase()]);

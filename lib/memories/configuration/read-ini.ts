import type { Located } from "./located";

/** A section of an INI file; null for what stands before the first header. */
export type IniSection = { name: string | null; line: number; settings: Map<string, Located> };

const HEADER = /^\[(.*)\]\s*(?:[#;].*)?$/;
const PAIR = /^([^=:#;[\]]+?)\s*[=:]\s*(.*)$/;

/**
 * The sections of an INI file in their order, of two dialects of which no kept parser gives the lines: EditorConfig's, and
 * that of Python's configparser, where an indented line goes on with the value above it. Names in lower case.
 */
export function readIni(text: string, dialect: "editorconfig" | "configparser"): IniSection[] {
  const sections: IniSection[] = [{ name: null, line: 1, settings: new Map() }];
  let open: Extract<Located, { kind: "scalar" }> | null = null;
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const line = index + 1;
    const written = withoutComment(raw.trim());
    if (written === "") continue;
    if (open && dialect === "configparser" && /^\s/.test(raw)) {
      open.value = open.value === "" ? written : `${open.value}\n${written}`;
      open.line_end = line;
      continue;
    }
    const header = HEADER.exec(written);
    const pair = PAIR.exec(written);
    open = null;
    if (header) sections.push({ name: header[1] ?? "", line, settings: new Map() });
    else if (pair) {
      open = { kind: "scalar", value: pair[2] ?? "", line_start: line, line_end: line };
      sections.at(-1)?.settings.set((pair[1] ?? "").toLowerCase(), open);
    }
  }
  return sections;
}

const withoutComment = (line: string) => line.replace(/^[#;].*$|\s+[#;].*$/, "").trim();

/** The first section that has one of these names, as readers of tools take it: names with hyphens for underscores. */
export function sectionOf(sections: readonly IniSection[], names: readonly string[]): Located | undefined {
  const section = sections.find(({ name }) => name !== null && names.includes(name));
  if (!section) return undefined;
  const { settings, line } = section;
  const entries = new Map([...settings].map(([name, value]) => [name.replaceAll("_", "-"), value] as const));
  return { kind: "map", entries, line_start: line, line_end: line };
}

import { type ParsedFile, parseFile, TreeReader } from "@/lib/citations";
import { type Located, lineCounter, Repeats, UnreadableFile } from "./located";

const MAX_DEPTH = 20;

/**
 * The value that a JavaScript or TypeScript file exports, as far as it is written out: objects, lists, texts, numbers,
 * and names that the file gives to such. Arguments of a function that is called around it (`defineConfig`) count as its
 * value; nothing is run, and what would have to be is `unread`.
 * @throws UnreadableFile where the file exports nothing that could be read.
 */
export async function readCode(path: string, text: string): Promise<Located> {
  const file = await parseFile({ path, lines: text.split("\n") });
  if (!file) throw new UnreadableFile("could not be parsed");
  const reader = new CodeReader(file);
  const exported = reader.exported();
  if (exported === null) throw new UnreadableFile("exports nothing that can be read without running it");
  return reader.located(exported, 0);
}

const WRAPPERS = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "await_expression",
]);

class CodeReader extends TreeReader {
  private readonly lineAt: (offset: number) => number;
  private readonly declared = new Map<string, number>();
  private readonly repeats = new Repeats();

  constructor({ tree, text, language }: ParsedFile) {
    super(tree, text, language);
    this.lineAt = lineCounter(text);
    for (let row = 0; row < this.count; row += 1)
      if (this.typeOf(row) === "variable_declarator") {
        const [name = -1] = this.children(row);
        const value = this.lastChild(row);
        if (this.typeOf(name) === "identifier" && value !== name) this.declared.set(this.textOf(name), value);
      }
  }

  /** The row of what is exported by default; null for none. */
  exported(): number | null {
    for (let row = 0; row < this.count; row += 1) {
      const type = this.typeOf(row);
      if (
        type === "export_statement" &&
        this.allChildren(row).some((child) => this.textOf(child) === "default")
      )
        return (
          this.allChildren(row).findLast((child) => !/^(?:;|default|export)$/.test(this.textOf(child))) ??
          null
        );
      if (type === "assignment_expression") {
        const [left = -1] = this.children(row);
        if (/^(?:module\.)?exports(?:\.default)?$/.test(this.textOf(left))) return this.lastChild(row);
      }
    }
    return null;
  }

  located(row: number, depth: number): Located {
    const lines = {
      line_start: this.lineAt(this.start(row)),
      line_end: this.lineAt(Math.max(this.start(row), this.end(row) - 1)),
    };
    const unread: Located = { ...lines, kind: "unread", text: this.textOf(row).slice(0, 100) };
    if (depth > MAX_DEPTH) return unread;
    const type = this.typeOf(row);
    if (WRAPPERS.has(type)) return this.located(this.firstNamed(row), depth + 1);
    if (type === "object") return { ...lines, kind: "map", entries: this.entries(row, depth) };
    if (type === "array") return { ...lines, kind: "list", items: this.items(row, depth) };
    if (type === "call_expression") return this.call(row, { depth, unread });
    if (type === "arrow_function") return this.located(this.bodyOf(row), depth + 1);
    if (type === "identifier") {
      const value = this.named(row);
      if (value === null || value === row) return unread;
      return this.located(value, depth + 1);
    }
    const value = literalOf(type, this.textOf(row));
    if (value === undefined) return unread;
    return { ...lines, kind: "scalar", value };
  }

  /** The row of the value that the file gives a name; null for none, or where names repeat too much. */
  private named(row: number): number | null {
    const value = this.declared.get(this.textOf(row));
    if (value === undefined || !this.repeats.take(this.end(value) - this.start(value))) return null;
    return value;
  }

  private entries(row: number, depth: number): Map<string, Located> {
    const entries = new Map<string, Located>();
    for (const child of this.allChildren(row)) {
      const type = this.typeOf(child);
      if (type === "pair") {
        const [key = -1] = this.children(child);
        const value = this.located(this.lastChild(child), depth + 1);
        const line_start = this.lineAt(this.start(child));
        const name = literalOf(this.typeOf(key), this.textOf(key)) ?? this.textOf(key);
        if (this.typeOf(key) !== "computed_property_name")
          entries.set(String(name), { ...value, line_start, line_end: Math.max(line_start, value.line_end) });
      } else if (type === "shorthand_property_identifier") {
        const value = this.named(child);
        if (value !== null) entries.set(this.textOf(child), this.located(value, depth + 1));
      } else if (type === "spread_element") {
        const spread = this.located(this.firstNamed(child), depth + 1);
        if (spread.kind === "map") for (const [name, value] of spread.entries) entries.set(name, value);
        else {
          const line = this.lineAt(this.start(child));
          const name = `...${this.textOf(child).slice(3, 80)}`;
          entries.set(name, { ...spread, line_start: line, line_end: line });
        }
      }
    }
    return entries;
  }

  private items(row: number, depth: number): Located[] {
    return this.allChildren(row)
      .filter((child) => /^[a-z]/.test(this.typeOf(child)))
      .flatMap((child) => {
        if (this.typeOf(child) !== "spread_element") return [this.located(child, depth + 1)];
        const spread = this.located(this.firstNamed(child), depth + 1);
        if (spread.kind === "list") return spread.items;
        return [spread];
      });
  }

  /** A call counts as its arguments: several are a list. */
  private call(row: number, { depth, unread }: { depth: number; unread: Located }): Located {
    const list = this.lastChild(row);
    if (this.typeOf(list) !== "arguments") return unread;
    const readable = this.items(list, depth).filter(({ kind }) => kind === "map" || kind === "list");
    const [first] = readable;
    if (!first) return unread;
    if (readable.length === 1) return first;
    const items = readable.flatMap((item) => {
      if (item.kind === "list") return item.items;
      return [item];
    });
    return { ...first, kind: "list", items };
  }

  /** What a function gives back: its expression, or the value of its first `return`. */
  private bodyOf(row: number): number {
    const body = this.lastChild(row);
    if (this.typeOf(body) !== "statement_block") return body;
    for (let inner = body; inner < this.behind(body); inner += 1)
      if (this.typeOf(inner) === "return_statement") return this.firstNamed(inner);
    return body;
  }

  private firstNamed(row: number): number {
    return this.allChildren(row).find((child) => /^[a-z]/.test(this.typeOf(child))) ?? row;
  }

  private lastChild(row: number): number {
    return this.allChildren(row).at(-1) ?? row;
  }

  /** Every child; the reader's own stops at a few. */
  private allChildren(parent: number): number[] {
    const rows: number[] = [];
    for (let row = this.child(parent); row !== -1; row = this.after(row)) rows.push(row);
    return rows;
  }
}

/** The value of a literal; undefined for anything else. */
function literalOf(type: string, text: string): string | number | boolean | null | undefined {
  switch (type) {
    case "string":
      return text.slice(1, -1).replace(/\\(.)/g, "$1");
    case "template_string":
      if (text.includes("${")) return undefined;
      return text.slice(1, -1);
    case "number":
      return Number(text.replaceAll("_", ""));
    case "true":
    case "false":
      return type === "true";
    case "null":
      return null;
    case "property_identifier":
      return text;
    default:
      return undefined;
  }
}

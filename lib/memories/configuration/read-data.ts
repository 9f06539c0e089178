import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type AST, parseTOML, ParseError as TomlError } from "toml-eslint-parser";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Node as YamlNode,
} from "yaml";
import { type Located, lineCounter, Repeats, UnreadableFile } from "./located";

/** Deeper values are left out: no tool's settings are. */
const MAX_DEPTH = 20;

/** JSON with comments and trailing commas, as the tools read it. @throws UnreadableFile. */
export function readJson(text: string): Located {
  const errors: ParseError[] = [];
  const lineAt = lineCounter(text);
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const [error] = errors;
  if (error || !root)
    throw new UnreadableFile(
      `is no JSON${error ? ` (${printParseErrorCode(error.error)})` : ""}`,
      error ? lineAt(error.offset) : null,
    );
  return fromJson(root, { lineAt, depth: 0 });
}

function fromJson(node: Node, { lineAt, depth }: { lineAt: (at: number) => number; depth: number }): Located {
  const lines = {
    line_start: lineAt(node.offset),
    line_end: lineAt(node.offset + Math.max(0, node.length - 1)),
  };
  const below = { lineAt, depth: depth + 1 };
  if (depth > MAX_DEPTH) return { ...lines, kind: "unread", text: "" };
  if (node.type === "array")
    return { ...lines, kind: "list", items: (node.children ?? []).map((child) => fromJson(child, below)) };
  if (node.type === "object") {
    const entries = new Map<string, Located>();
    for (const { children = [], offset } of node.children ?? []) {
      const [key, value] = children;
      if (key && value)
        entries.set(String(key.value), { ...fromJson(value, below), line_start: lineAt(offset) });
    }
    return { ...lines, kind: "map", entries };
  }
  return { ...lines, kind: "scalar", value: node.value ?? null };
}

/** @throws UnreadableFile. */
export function readYaml(text: string): Located {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, strict: false });
  const [error] = document.errors;
  if (error) throw new UnreadableFile("is no YAML", error.linePos?.[0].line ?? null);
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const aliased = aliasedIn(document);
  const repeats = new Repeats();
  const convert = (node: YamlNode | null | undefined, depth: number): Located => {
    const source = isAlias(node) ? aliased.get(node) : node;
    const [start = 0, end = start] = node?.range ?? [];
    const lines = { line_start: lineAt(start), line_end: lineAt(Math.max(start, end - 1)) };
    const isReadable = depth <= MAX_DEPTH && (!isAlias(node) || repeats.take(lengthOf(source)));
    if (!isReadable) return { ...lines, kind: "unread", text: "" };
    if (isSeq(source))
      return { ...lines, kind: "list", items: source.items.map((item) => convert(nodeOf(item), depth + 1)) };
    if (isMap(source)) {
      const entries = new Map<string, Located>();
      for (const { key, value } of source.items.filter((item) => isPair(item))) {
        if (!isScalar(key)) continue;
        const line_start = lineAt(key.range?.[0] ?? start);
        const located = convert(nodeOf(value), depth + 1);
        entries.set(String(key.value), {
          ...located,
          line_start,
          line_end: Math.max(line_start, located.line_end),
        });
      }
      return { ...lines, kind: "map", entries };
    }
    return { ...lines, kind: "scalar", value: plainOf(isScalar(source) ? source.value : null) };
  };
  return convert(nodeOf(document.contents), 0);
}

/** The node that each alias of a document names, in one walk: `Alias.resolve` walks it for every one. */
function aliasedIn(document: Document): Map<Alias, YamlNode> {
  const anchored = new Map<string, YamlNode>();
  const aliased = new Map<Alias, YamlNode>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const source = anchored.get(node.source);
        if (source) aliased.set(node, source);
      } else if (node.anchor) anchored.set(node.anchor, node);
    },
  });
  return aliased;
}

function lengthOf(node: YamlNode | null | undefined): number {
  const [start = 0, end = start] = node?.range ?? [];
  return end - start;
}

const nodeOf = (value: unknown): YamlNode | null => {
  if (isScalar(value) || isMap(value) || isSeq(value) || isAlias(value)) return value;
  return null;
};

function plainOf(value: unknown): string | number | boolean | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return null;
}

/** @throws UnreadableFile. */
export function readToml(text: string): Located {
  const root: Located = { kind: "map", entries: new Map(), line_start: 1, line_end: 1 };
  for (const node of parsedToml(text).body[0].body) {
    if (node.type === "TOMLKeyValue") put(root, keysOf(node.key), fromToml(node.value, node.loc.start.line));
    else {
      const table = tableAt(root, { keys: node.resolvedKey, line: node.loc.start.line });
      for (const pair of node.body) put(table, keysOf(pair.key), fromToml(pair.value, pair.loc.start.line));
    }
  }
  return root;
}

function parsedToml(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (error instanceof TomlError) throw new UnreadableFile("is no TOML", error.lineNumber);
    throw error;
  }
}

const keysOf = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((key) => {
    if (key.type === "TOMLBare") return key.name;
    return key.value;
  });

function fromToml(node: AST.TOMLContentNode, line_start: number): Located {
  const lines = { line_start, line_end: node.loc.end.line };
  if (node.type === "TOMLArray") {
    const items = node.elements.map((element) => fromToml(element, element.loc.start.line));
    return { ...lines, kind: "list", items };
  }
  if (node.type === "TOMLInlineTable") {
    const table: Located = { ...lines, kind: "map", entries: new Map() };
    for (const pair of node.body) put(table, keysOf(pair.key), fromToml(pair.value, pair.loc.start.line));
    return table;
  }
  return { ...lines, kind: "scalar", value: plainOf(node.value) };
}

/** The table of a header; one of several by `[[…]]` is named by its number. */
function tableAt(root: Located, { keys, line }: { keys: (string | number)[]; line: number }): Located {
  return keys.reduce<Located>((at, key) => {
    if (at.kind !== "map") return at;
    const known = at.entries.get(String(key));
    if (known) return known;
    const table: Located = { kind: "map", entries: new Map(), line_start: line, line_end: line };
    at.entries.set(String(key), table);
    return table;
  }, root);
}

function put(table: Located, keys: string[], value: Located): void {
  const last = keys.at(-1);
  if (last === undefined) return;
  const inner = tableAt(table, { keys: keys.slice(0, -1), line: value.line_start });
  if (inner.kind === "map") inner.entries.set(last, value);
}

import { hasWildcard } from "@/lib/kernel/globs";
import type { AppliesTo, ChangeKind } from "../contract";

/**
 * Keys join memories and changes by an index, at any number of memories: a memory applies to a change only if they
 * share a key. A glob has a key for each alternative of its braces, as narrow as its literal parts allow:
 * - `f:` one file, and `d:` that file's folder, for files beside it
 * - `b:` a folder that everything matched is below
 * - `n:` a file's name, `e:` its extension, `s:` any segment of its path
 * - `c:` a kind of change
 */
export function triggerKeys({ globs, changes }: Pick<AppliesTo, "globs" | "changes">): string[] {
  const keys = globs.flatMap((glob) => {
    if (hasWildcard(glob)) return globKeys(glob);
    const folder = folderOf(glob);
    if (folder === "") return [`f:${glob}`];
    return [`f:${glob}`, `d:${folder}`];
  });
  return [...new Set([...keys, ...changes.map((change) => `c:${change}`)])];
}

/** The keys of a glob with wildcards; a file that matches it has one of them. */
export function globKeys(glob: string): string[] {
  return [...new Set(expandBraces(glob).map(narrowestKey))];
}

function narrowestKey(glob: string): string {
  if (!hasWildcard(glob)) return `f:${glob}`;
  const segments = glob.split("/");
  const first = segments.findIndex(hasWildcard);
  if (first > 0) return `b:${segments.slice(0, first).join("/")}`;
  const last = segments.at(-1) ?? "";
  if (!hasWildcard(last)) return `n:${last}`;
  const literal = segments.find((segment) => !hasWildcard(segment));
  if (literal !== undefined) return `s:${literal}`;
  const extension = extensionOf(last);
  if (extension === null || hasWildcard(extension)) return "any";
  return `e:${extension}`;
}

const MAX_ALTERNATIVES = 50;

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`; with too many alternatives the braces become one wildcard. */
function expandBraces(glob: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(glob);
  if (!braces) return [glob];
  const rest = (alternative: string) =>
    glob.slice(0, braces.index) + alternative + glob.slice(braces.index + braces[0].length);
  const alternatives = (braces[1] ?? "").split(",");
  const expanded = alternatives.flatMap((alternative) => expandBraces(rest(alternative)));
  if (expanded.length > MAX_ALTERNATIVES) return [glob.replace(/\{[^{}]*\}/g, "*")];
  return expanded;
}

/** Changed files by each key a memory could find them with. */
export function indexFiles(changedFiles: readonly string[]): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const path of new Set(changedFiles)) {
    for (const key of fileKeys(path)) {
      const files = index.get(key);
      if (files) files.push(path);
      else index.set(key, [path]);
    }
  }
  return index;
}

function fileKeys(path: string): Set<string> {
  const segments = path.split("/");
  const name = segments.at(-1) ?? "";
  const keys = new Set([`f:${path}`, `n:${name}`, "any"]);
  const extension = extensionOf(name);
  if (extension !== null) keys.add(`e:${extension}`);
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    keys.add(`s:${segment}`);
    keys.add(`b:${segments.slice(0, index + 1).join("/")}`);
  }
  if (segments.length > 1) keys.add(`d:${folderOf(path)}`);
  return keys;
}

/** The keys of kinds of change. */
export function changeKeys(changes: readonly ChangeKind[]): string[] {
  return changes.map((change) => `c:${change}`);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function extensionOf(name: string): string | null {
  const dot = name.lastIndexOf(".");
  if (dot < 0 || dot === name.length - 1) return null;
  return name.slice(dot + 1);
}

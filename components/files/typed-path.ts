import { type FileLines, linesOfHash } from "@/components/pieces/files-href";

/** What somebody typed to find a file: letters of its path, and lines after a colon: `orders.ts:12-18`. */
export function readTyped(typed: string): { query: string; lines: FileLines | null } {
  const [, path, lines] = /^(.*?):(\d+(?:-\d+)?)?$/.exec(typed.trim()) ?? [];
  if (path === undefined) return { query: typed.trim(), lines: null };
  return { query: path.trim(), lines: lines === undefined ? null : linesOfHash(`L${lines}`) };
}

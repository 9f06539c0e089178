import { flat } from "./pack";

/** Stored text on one line of at most `limit` characters, cut at a word where one ends near. */
export function oneLine(text: string, limit: number): string {
  const line = flat(text);
  if (line.length <= limit) return line;
  const kept = line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "");
  const space = kept.lastIndexOf(" ");
  return `${(space > limit / 2 ? kept.slice(0, space) : kept).trimEnd()}…`;
}

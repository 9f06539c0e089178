import { truncateText } from "@/lib/text/cut";
import { flat } from "./pack";

/** Stored text on one line of at most `limit` characters, cut at a word where one ends near. */
export function oneLine(text: string, limit: number): string {
  const line = flat(text);
  if (line.length <= limit) return line;
  const kept = truncateText(line, limit - 1);
  const space = kept.lastIndexOf(" ");
  return `${(space > limit / 2 ? kept.slice(0, space) : kept).trimEnd()}…`;
}

import { caseWordsOf, MAX_EXAMPLE } from "./case-words";
import { commonPattern, type DraftFinding } from "./evidence";

/** Learned text as it may be in a skill. */

/** Characters of a drafted bullet. */
export const MAX_BULLET = 300;

/**
 * Learned text as harmless markdown on one line: no links, no markup but plain code spans, nothing that a skill would run
 * or fill in, at most `max` characters before escaping.
 */
export function inertText(text: string, max: number): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
      if (/\s/.test(character)) return " ";
      return "";
    })
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<?\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/gi, "(link)")
    .replace(/([\w.+-])@(?=[\w-]+\.)/g, "$1 at ")
    .replace(/\$(?=ARGUMENTS|\d|\{)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return shorten(plain, max)
    .split(/(`[^`]{1,80}`)/)
    .map((part, at, parts) => {
      if (at % 2 === 1) return part;
      const escaped = part
        .replace(/[\\`*[\]<>#|~]/g, "\\$&")
        .replace(/(?<![^\W_])_+|_+(?![^\W_])/g, (run) => run.replaceAll("_", "\\_"));
      if (at < parts.length - 1) return escaped.replace(/!+$/, "");
      return escaped;
    })
    .join("");
}

function shorten(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const cut = characters.slice(0, Math.max(0, max - 1)).join("");
  return `${cut.replace(/\s+\S*$/, "").replace(/[\s,;:.]+$/, "")}…`;
}

/** A count with its noun: 1 finding, 2 findings. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/**
 * The case that findings rejected for one reason make: what was flagged, where, and why it was wrong.
 * @param start what stands before it on its line.
 * It holds no counts and no dates: those are kept with the proposal.
 * @returns the line, at most `MAX_BULLET` characters.
 */
export function caseOf(start: string, cluster: readonly DraftFinding[]): string {
  const words = caseWordsOf(cluster);
  const title = inertText(words.title, MAX_EXAMPLE).replace(/[“”]/g, "'");
  const pattern = commonPattern(cluster.flatMap(({ file_path }) => file_path ?? []));
  const what = `${start}“${title}”${pattern === null ? "" : ` in \`${pattern}\``}`;
  const room = MAX_BULLET - what.length - 2;
  const reason = words.reason === "" || room < 20 ? "" : `: ${fitting(words.reason, room)}`;
  return `${what}${reason}`;
}

/** Escaping lengthens a text, so it is shortened until it fits. */
function fitting(text: string, room: number): string {
  let max = room;
  let result = inertText(text, max);
  while (result.length > room && max > 0) {
    max -= result.length - room;
    result = inertText(text, max);
  }
  return result.replace(/[\s.;:,]+$/, "");
}

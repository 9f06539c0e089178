import type { Suspicion } from "@/lib/memories/contract";
import type { quarantineItem } from "@/messages/compiled/quarantine-item";
import type { Translate } from "@/messages/message";

/** A run of a text: as it stands, or a sequence of characters that cannot be seen, by their names. */
export type TextRun = { start: number; text: string; hidden: string | null; hits: readonly Suspicion[] };

const NAMES: Record<number, string> = {
  173: "soft hyphen",
  8203: "zero width space",
  8204: "zero width non-joiner",
  8205: "zero width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop directional formatting",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8288: "word joiner",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop directional isolate",
  65279: "byte order mark",
  27: "escape",
};

const UNSEEN = /[\p{Cf}\p{Cc}\u2060-\u206f\u{e0000}-\u{e0fff}]/u;
const SEEN = /[\n\t]/;

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code >= 0xe0020 && code <= 0xe007e) return `tag ${String.fromCharCode(code - 0xe0000)}`;
  const name = NAMES[code] ?? (code >= 0xe0100 && code <= 0xe01ef ? "variation selector" : null);
  if (name === null) return number;
  return `${number} ${name}`;
}

/**
 * A text in runs that are shown alike: cut where a suspicion begins or ends and where characters cannot be seen,
 * which are named, so that nobody decides on a text without what its model will read. Joiners between letters and
 * pictures stay as they are.
 */
export function textRunsOf(text: string, suspicions: readonly Suspicion[]): TextRun[] {
  const runs: TextRun[] = [];
  let index = 0;
  for (const character of text) {
    const hits = suspicions.filter(({ start, end }) => start <= index && index < end);
    const joins = /[\u200c\u200d]/.test(character);
    const unseen = UNSEEN.test(character) && !SEEN.test(character) && !(joins && hits.length === 0);
    const last = runs.at(-1);
    const same =
      last &&
      (last.hidden !== null) === unseen &&
      last.hits.length === hits.length &&
      last.hits.every((hit, at) => hit === hits[at]);
    if (same) {
      last.text += character;
      if (last.hidden !== null) last.hidden += `, ${nameOf(character)}`;
    } else runs.push({ start: index, text: character, hidden: unseen ? nameOf(character) : null, hits });
    index += character.length;
  }
  return runs;
}

const SHOWN_NAMES = 3;

/** The names of a run in few words: a message in tags is read out elsewhere. */
export function shortNames({ t, hidden }: { t: Translate<typeof quarantineItem>; hidden: string }): string {
  const names = hidden.split(", ");
  const unlike = [...new Set(names)];
  if (names.length === 1) return names[0] ?? "";
  if (unlike.length === 1) return `${names.length} × ${unlike[0]}`;
  if (names.length <= SHOWN_NAMES) return names.join(", ");
  return t("hidden_characters", { count: names.length });
}

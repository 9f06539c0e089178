import { redactTexts } from "@/lib/memories";

/** An answer as a language model may see it. `left_out` counts the characters of the answer that are missing. */
export type Excerpt = { text: string; left_out: number };

const HEAD = 12_000;
const TAIL = 8_000;
/** Longer than a private key, so that none that stands across a cut is left with half of it unknown. */
const MARGIN = 8_000;

/**
 * An answer without secrets and personal data, of at most about 20,000 characters: plans stand at the beginning,
 * conclusions at the end, and a mark says how much is left out between them. Code that is cut stays code.
 */
export async function excerptOf(text: string): Promise<Excerpt> {
  const answer = text.replaceAll("\u0000", "").toWellFormed();
  if (answer.length <= HEAD + TAIL) return { text: await redacted(answer), left_out: 0 };
  const head = upToLine((await redacted(answer.slice(0, HEAD + MARGIN))).slice(0, -MARGIN));
  const end = await redacted(answer.slice(-TAIL - MARGIN));
  const tail = fromLine(end.slice(MARGIN));
  const left_out = answer.length - HEAD - TAIL;
  const open = fenceAt(head);
  const before = answer.slice(0, -TAIL - MARGIN) + end.slice(0, end.length - tail.length);
  const inside = fenceAt(before);
  const mark = `[… about ${left_out} characters are left out here …]`;
  const parts = [open ? `${head}\n${open}` : head, mark, inside ? `${inside}\n${tail}` : tail];
  return { text: parts.join("\n\n"), left_out };
}

async function redacted(text: string): Promise<string> {
  const [result] = await redactTexts([{ text }]);
  return result?.text ?? "";
}

const upToLine = (text: string) => text.slice(0, Math.max(text.lastIndexOf("\n"), 0)) || text;
const fromLine = (text: string) => text.slice(text.indexOf("\n") + 1);

/** The fence of the code block that is open at the end of a text; null when none is. */
function fenceAt(text: string): string | null {
  let open: string | null = null;
  for (const [, fence = "", info = ""] of text.matchAll(/^[ >*+-]{0,12}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === null) open = fence;
    else if (fence.startsWith(open) && info.trim() === "") open = null;
  }
  return open;
}

import { findInjections, redactTexts } from "@/lib/memories";

/** An edit that an agent made in a session, as the hook's script saw it. */
export type SessionEdit = {
  path: string;
  added: number;
  removed: number;
  /** Lines that were taken out and put in, with − and + before them; empty where they were not kept. */
  lines: string;
};

const MAX_FILES = 20;
const MAX_LINES_CHARACTERS = 2_000;

/** The same edits without secrets, and without lines that give a reader orders. */
export async function readEdits<T extends SessionEdit>(edits: readonly T[]): Promise<T[]> {
  const texts = edits.flatMap(({ path, lines }) => [{ text: path, identifier: true }, { text: lines }]);
  const redacted = texts.length > 0 ? await redactTexts(texts) : [];
  return edits.map((edit, index) => {
    const lines = redacted[2 * index + 1]?.text ?? "";
    const isSafe = findInjections(lines).length === 0;
    return { ...edit, path: redacted[2 * index]?.text ?? "", lines: isSafe ? lines : "" };
  });
}

/** What was changed, in words: each file with how many lines, and the lines themselves as far as they are few. */
export function describeEdits(edits: readonly SessionEdit[]): string {
  const files = new Map<string, { added: number; removed: number }>();
  for (const { path, added, removed } of edits) {
    const sum = files.get(path) ?? { added: 0, removed: 0 };
    files.set(path, { added: sum.added + added, removed: sum.removed + removed });
  }
  const named = [...files]
    .slice(0, MAX_FILES)
    .map(([path, { added, removed }]) => `${path} (+${added} −${removed})`);
  const more = files.size > MAX_FILES ? ` and ${files.size - MAX_FILES} more` : "";
  const shown = edits
    .filter(({ lines }) => lines !== "")
    .map(({ path, lines }) => `${path}\n${lines}`)
    .join("\n")
    .slice(0, MAX_LINES_CHARACTERS);
  return [`${named.join(", ")}${more}`, ...(shown === "" ? [] : [shown])].join("\n");
}

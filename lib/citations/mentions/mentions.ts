/** What a text says of a place in code: lines of a file, or a name that may be defined there. */
export type Mention =
  | { kind: "lines"; text: string; path: string; line_start: number; line_end: number }
  | { kind: "name"; text: string; name: string; owner: string | null; is_called: boolean };

/** Mentions that are read out of one text at most. */
const MOST_MENTIONS = 30;
const MOST_LINES = 200;

const LINES =
  /(?<![\w/.-])((?:[\w@.()[\]-]+\/)*[\w@.()[\]-]*\w\.[A-Za-z]\w{0,9})(?::(\d{1,6})(?:[-–](\d{1,6}))?|#L(\d{1,6})(?:-L?(\d{1,6}))?)(?![\w:])/g;

const QUOTED = /(?<!`)`([^`\n]{2,120})`(?!`)/g;

const NAME = /^(?:([A-Za-z_$][\w$]*)(?:\.|::|#))?([A-Za-z_$][\w$]*)(\((?:\.\.\.|…)?\))?$/;

/** The places that a text mentions, in their order, each once: `path:line`, `path:a-b`, `path#L1-L2`, and names in backticks. */
export function mentionsIn(text: string): Mention[] {
  const found = new Map<string, Mention & { at: number }>();
  for (const match of text.matchAll(LINES)) {
    const [whole, path = ""] = match;
    const line_start = Number(match[2] ?? match[4]);
    const line_end = Number(match[3] ?? match[5] ?? line_start);
    if (line_start < 1 || line_end < line_start || line_end - line_start >= MOST_LINES) continue;
    found.set(whole, { kind: "lines", text: whole, path, line_start, line_end, at: match.index });
  }
  for (const match of text.matchAll(QUOTED)) {
    const [, quoted = ""] = match;
    const parts = NAME.exec(quoted.trim());
    if (!parts) continue;
    const [, owner = null, name = "", call] = parts;
    const is_called = call !== undefined;
    if (!isDistinctive(name, { owner, is_called }) || found.has(quoted)) continue;
    found.set(quoted, { kind: "name", text: quoted, name, owner, is_called, at: match.index });
  }
  return [...found.values()]
    .sort((left, right) => left.at - right.at)
    .slice(0, MOST_MENTIONS)
    .map(({ at: _, ...mention }) => mention);
}

const LEAST_LETTERS = 4;

/** A plain word, such as `config`, is as often an option or a value as a name in code. */
export function isDistinctive(
  name: string,
  { owner, is_called }: { owner: string | null; is_called: boolean },
): boolean {
  if (name.replace(/[^A-Za-z0-9]/g, "").length < LEAST_LETTERS) return false;
  const has_hump = /[a-z\d][A-Z]/.test(name) || /[A-Za-z\d]_[A-Za-z\d]/.test(name);
  return has_hump || is_called || (owner !== null && /^[A-Z]/.test(owner));
}

import type { ChangedContext } from "./queries";

const MOST = 100;

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function cut(text: string): string {
  const plain = text.replaceAll("`", "'");
  if (plain.length <= MOST) return plain;
  return `${plain.slice(0, MOST - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** What changed in a definition, by the first line that did, short enough for a pack. */
export function changeText({ name, was, now }: ChangedContext): string {
  const said = `\`${cut(name)}\``;
  if (was === null) return `${said} was edited.`;
  if (now === null) return `${said} is gone; it was \`${cut(lines(was)[0] ?? "")}\``;
  const before = lines(was);
  const after = lines(now);
  const gone = before.find((line) => !after.includes(line));
  const come = after.find((line) => !before.includes(line));
  if (gone === undefined) return `${said} has a new line \`${cut(come ?? "")}\``;
  if (come === undefined) return `${said} no longer has the line \`${cut(gone)}\``;
  return `${said} was \`${cut(gone)}\`, is \`${cut(come)}\``;
}

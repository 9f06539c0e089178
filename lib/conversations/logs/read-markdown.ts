import type { ConversationMessage } from "./contract";

const SPEAKER =
  /^(?:\*\*|__|#{1,6}\s*)?([\p{L}][\p{L}\p{N} ._-]{0,39}?)(?:\s*:\s*(?:\*\*|__)|(?:\*\*|__)\s*:|\s*:)\s+(?=\S)/u;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * A log in markdown as messages: each block (between empty lines, code kept together) is one, spoken by the name it begins
 * with, else by the speaker before it.
 */
export function readMarkdown(markdown: string): ConversationMessage[] {
  const messages: ConversationMessage[] = [];
  let speaker: string | undefined;
  for (const block of blocksOf(markdown)) {
    const named = SPEAKER.exec(block);
    if (named) speaker = named[1];
    const text = named ? block.slice(named[0].length).trim() : block;
    if (text === "") continue;
    messages.push(speaker === undefined ? { text } : { speaker, text });
  }
  return messages;
}

function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let inCode = false;
  const end = () => {
    const block = lines.join("\n").trim();
    if (block !== "") blocks.push(block);
    lines = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) inCode = !inCode;
    // A new speaker begins a new message without an empty line before it.
    if (!inCode && (line.trim() === "" || SPEAKER.test(line))) end();
    lines.push(line);
  }
  end();
  return blocks;
}

import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ConversationMessage } from "@/lib/conversations/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError, type Exit } from "../exit";
import { type Transcript, transcriptLine } from "../transcripts";

type Options = { claudeCode?: string | true; codex?: string | true; repository?: string[]; dryRun?: true };

/** Of one call: messages, and characters, which JSON makes more of. */
const MESSAGES_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 250_000;

export const conversations: Register = (program, cli) => {
  program
    .command("import-conversations")
    .description("append the transcripts that Claude Code or Codex left on this machine to their logs")
    .option("--claude-code [folder]", "transcripts of Claude Code (~/.claude/projects)")
    .option("--codex [folder]", "sessions of Codex (~/.codex/sessions)")
    .option("--repository <folders...>", "only runs in these folders and below them; needed")
    .option("--dry-run", "only say what would be sent")
    .action(asking(cli, importTranscripts));
};

type Summary = { transcripts: number; skipped: number; messages: number; stored: number; known: number };

async function importTranscripts(session: Session, options: Options): Promise<Exit | undefined> {
  const sources = sourcesOf(options);
  if (sources.length === 0) throw new CliError("usage", "Name --claude-code or --codex.");
  const folders = options.repository ?? [];
  if (folders.length === 0)
    throw new CliError(
      "usage",
      "Name with --repository the folders whose transcripts may be sent; no others are.",
    );
  const summary: Summary = { transcripts: 0, skipped: 0, messages: 0, stored: 0, known: 0 };
  for (const { format, folder } of sources)
    for (const file of await transcriptsIn(folder)) {
      const transcript = await readTranscript(file, format);
      if (!folders.some((allowed) => isWithin(transcript.folder, allowed))) {
        summary.skipped += 1;
        continue;
      }
      summary.transcripts += 1;
      summary.messages += transcript.messages.length;
      if (!options.dryRun) await send(session, { format, messages: transcript.messages, summary });
    }
  await session.answer(summary, () =>
    session.pairs([
      ["transcripts", summary.transcripts],
      ["of other folders, not sent", summary.skipped],
      ["messages", summary.messages],
      ["stored", summary.stored],
      ["there already", summary.known],
    ]),
  );
  return undefined;
}

function sourcesOf({ claudeCode, codex }: Options): { format: Transcript; folder: string }[] {
  const sources: { format: Transcript; folder: string }[] = [];
  const add = (format: Transcript, named: string | true | undefined, usual: string) => {
    if (named !== undefined)
      sources.push({ format, folder: named === true ? join(homedir(), usual) : named });
  };
  add("claude_code", claudeCode, ".claude/projects");
  add("codex", codex, ".codex/sessions");
  return sources;
}

async function transcriptsIn(folder: string): Promise<string[]> {
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new CliError("no", `${folder} is no folder that can be read.`);
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}

async function readTranscript(
  file: string,
  format: Transcript,
): Promise<{ folder: string | null; messages: ConversationMessage[] }> {
  const messages: ConversationMessage[] = [];
  let folder: string | null = null;
  // A run may be of hundreds of megabytes.
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const read = transcriptLine(line, format);
    folder ??= read.folder;
    if (read.message) messages.push(read.message);
  }
  return { folder, messages };
}

function isWithin(folder: string | null, allowed: string): boolean {
  if (folder === null) return false;
  const root = allowed.replace(/\/+$/, "");
  return folder === root || folder.startsWith(`${root}/`);
}

/** What was sent before is known to the server, so that an import that was cut off is begun again. */
async function send(
  session: Session,
  {
    format,
    messages,
    summary,
  }: { format: Transcript; messages: readonly ConversationMessage[]; summary: Summary },
): Promise<void> {
  const { conversationAppend } = await import("@/lib/conversations/contract");
  for (let from = 0; from < messages.length; ) {
    const batch: ConversationMessage[] = [];
    let characters = 0;
    for (const message of messages.slice(from, from + MESSAGES_AT_ONCE)) {
      characters += message.text.length;
      if (batch.length > 0 && characters > CHARACTERS_AT_ONCE) break;
      batch.push(message);
    }
    const { stored, known } = await session.call(conversationAppend, { source: format, messages: batch });
    summary.stored += stored;
    summary.known += known;
    from += batch.length;
  }
}

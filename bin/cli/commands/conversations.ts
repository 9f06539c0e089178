import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError, type Exit } from "../exit";
import { oneOf, readInput } from "../input";
import { readLines } from "../line-files";
import { allowedFolders, filesIn, type LogSource, type SourceOptions, sourcesOf } from "../log-sources";
import { sender } from "../send-log";
import { type WatchOptions, watchLogs } from "../watch-logs";

const CLAUDE_CODE = ["--claude-code [folder]", "transcripts of Claude Code (~/.claude/projects)"] as const;
const CODEX = ["--codex [folder]", "sessions of Codex (~/.codex/sessions)"] as const;
const REPOSITORY = [
  "--repository <folders...>",
  "of transcripts, only runs in these folders and below them",
] as const;
const TYPES = ["conversation", "audio", "image"] as const;

export const conversations: Register = (program, cli) => {
  program
    .command("append-conversation")
    .description("append a text to the log of the key's agent; what exists already is not stored again")
    .argument(
      "<file>",
      "markdown with a block for each message, which may begin with Name:; - for standard input",
    )
    .option("--date <day>", "the day that it belongs to (yyyy-mm-dd); default: today")
    .option("--type <type>", `type of the text: ${TYPES.join(", ")}`, "conversation")
    .option("--source <name>", "where it comes from, such as voice_agent", "command_line")
    .action(asking(cli, append));
  program
    .command("import-conversations")
    .description("append the Claude Code or Codex transcripts on this machine to their agents' logs")
    .option(...CLAUDE_CODE)
    .option(...CODEX)
    .option(...REPOSITORY)
    .option("--dry-run", "only show what would be sent")
    .action(asking(cli, importTranscripts));
  program
    .command("watch-conversations")
    .description("append what agents write into folders to their logs, as they write it")
    .option(...CLAUDE_CODE)
    .option(...CODEX)
    .option(...REPOSITORY)
    .option("--folder <folder>", "a folder of logs: .jsonl with text, speaker and at on each line, or .md")
    .option("--type <type>", `type of the logs of --folder: ${TYPES.join(", ")}`, "conversation")
    .option("--source <name>", "where the logs of --folder come from", "watched_folder")
    .option("--every <seconds>", "how often to check", "5")
    .option("--once", "check once and exit")
    .action(asking(cli, (session: Session, options: WatchOptions) => watchLogs(session, options)));
};

async function append(
  session: Session,
  file: string,
  { date, type, source }: { date?: string; type: string; source: string },
): Promise<undefined> {
  const { conversationAppend } = await import("@/lib/conversations/contract");
  const markdown = await readInput(session.io, file);
  const answer = await session.call(conversationAppend, { markdown, date, source, type: oneOf(TYPES, type) });
  await session.answer(answer, () =>
    session.pairs([
      ["stored", answer.stored],
      ["already stored", answer.known],
      ["redacted", answer.redactions],
    ]),
  );
  return undefined;
}

type ImportOptions = SourceOptions & { dryRun?: true };
type Summary = { transcripts: number; skipped: number; messages: number; stored: number; known: number };

async function importTranscripts(session: Session, options: ImportOptions): Promise<Exit | undefined> {
  const sources = sourcesOf(session.io, options);
  if (sources.length === 0) throw new CliError("usage", "Name --claude-code or --codex.");
  const isAllowed = await allowedFolders(session.io, options.repository ?? []);
  const summary: Summary = { transcripts: 0, skipped: 0, messages: 0, stored: 0, known: 0 };
  for (const source of sources)
    for (const file of await filesIn(source.folder, [".jsonl"]))
      await importOne(session, { file, source, isAllowed, is_trial: options.dryRun === true, summary });
  await session.answer(summary, () =>
    session.pairs([
      ["transcripts", summary.transcripts],
      ["without a message in these folders", summary.skipped],
      ["messages", summary.messages],
      ["stored", summary.stored],
      ["already stored", summary.known],
    ]),
  );
  return undefined;
}

async function importOne(
  session: Session,
  {
    file,
    source: { format, source },
    isAllowed,
    is_trial,
    summary,
  }: {
    file: string;
    source: LogSource;
    isAllowed: (folder: string | null) => boolean;
    is_trial: boolean;
    summary: Summary;
  },
): Promise<void> {
  const { add, flush, sent } = sender(session, { source });
  let messages = 0;
  for await (const { message, position } of readLines(file, { format, after: undefined, to_end: true })) {
    if (message === null || !isAllowed(position.folder)) continue;
    messages += 1;
    if (!is_trial) await add(message);
  }
  await flush();
  if (messages > 0) summary.transcripts += 1;
  else summary.skipped += 1;
  summary.messages += messages;
  summary.stored += sent.stored;
  summary.known += sent.known;
}

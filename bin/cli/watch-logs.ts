import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@/lib/doors/client/call";
import type { Session } from "./api";
import { CliError, explain } from "./exit";
import { oneOf } from "./input";
import { readLines } from "./line-files";
import { allowedFolders, filesIn, type LogSource, type SourceOptions, sourcesOf } from "./log-sources";
import { type Sent, sender } from "./send-log";
import { loadWatchState, type WatchState } from "./watch-state";

export type WatchOptions = SourceOptions & { type: string; source: string; every: string; once?: true };

const TYPES = ["conversation", "audio", "image"] as const;
const LINES = [".jsonl"];
const TEXTS = [".md", ".txt"];
/** A text of more characters is sent in parts, cut where a message ends. */
const PART_CHARACTERS = 250_000;
/** After so long without a change nobody is in the middle of a sentence. */
const SETTLED_MS = 2_000;
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/;

type Watch = {
  session: Session;
  state: WatchState;
  save: () => Promise<void>;
  isAllowed: (folder: string | null) => boolean;
  type: (typeof TYPES)[number];
  once: boolean;
  /** What was said last of files that could not be sent, so that it is not said at every look. */
  complaints: Map<string, string>;
};

/**
 * Looks again and again for what was appended to files, and sends it. Where it was is noted after each call that was
 * answered, so that it goes on there after it was ended, cut off or could not reach the server.
 */
export async function watchLogs(session: Session, options: WatchOptions): Promise<undefined> {
  const sources = sourcesOf(session.io, options).map((one) => ({
    ...one,
    source: one.format === "messages" ? options.source : one.source,
  }));
  if (sources.length === 0) throw new CliError("usage", "Name --folder, --claude-code or --codex.");
  const seconds = Number(options.every);
  if (!(seconds >= 1 && seconds <= 86_400))
    throw new CliError("usage", "--every is a number of seconds, 1 to 86400.");
  for (const { folder } of sources) await filesIn(folder, []);
  const watch: Watch = {
    session,
    ...(await loadWatchState(session.io, session.target.url)),
    isAllowed: await allowedFolders(session.io, options.repository ?? []),
    type: oneOf(TYPES, options.type),
    once: options.once === true,
    complaints: new Map(),
  };
  for (;;) {
    await lookOnce(watch, sources);
    if (watch.once) return undefined;
    await session.io.pause(seconds * 1_000);
  }
}

async function lookOnce(watch: Watch, sources: readonly LogSource[]): Promise<void> {
  const { once } = watch;
  for (const source of sources) {
    const files = await filesIn(source.folder, source.format === "messages" ? [...LINES, ...TEXTS] : LINES);
    for (const file of files) {
      const send = LINES.includes(path.extname(file)) ? sendLines : sendText;
      try {
        await report(watch, file, await send(watch, { file, source }));
      } catch (error) {
        if (once || !isPassing(error)) throw error;
        complain(watch, file, explain(error).message);
      }
    }
  }
}

function complain({ session, complaints }: Watch, file: string, message: string): void {
  if (complaints.get(file) === message) return;
  complaints.set(file, message);
  session.io.stderr.write(`${file}: ${message} It will be retried.\n`);
}

/** What another try may mend: a server that is away, a file that was taken away meanwhile, and what a file holds. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.code !== "unauthenticated" && error.code !== "permission_denied";
  if (error instanceof CliError) return error.exit === "unreachable" || error.exit === "no";
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function report({ session, complaints }: Watch, file: string, sent: Sent): Promise<void> {
  complaints.delete(file);
  if (sent.messages === 0) return;
  await session.answer({ file, ...sent }, () =>
    session.say(`${file}: ${sent.stored} stored, ${sent.known} already stored`),
  );
}

type OneFile = { file: string; source: LogSource };

async function sendLines(watch: Watch, { file, source: { format, source } }: OneFile): Promise<Sent> {
  const { session, state, save, isAllowed, type } = watch;
  const is_transcript = format !== "messages";
  const of_log = is_transcript ? { source } : { source, type, date: dateIn(file) };
  const { add, flush, sent } = sender(session, of_log);
  const before = state.lines[file];
  let last = before;
  for await (const { message, position } of readLines(file, { format, after: before })) {
    const is_sent = message !== null && (!is_transcript || isAllowed(position.folder));
    // Everything before this line is stored then, and this line waits.
    if (is_sent && (await add(message)) && last !== undefined) {
      state.lines[file] = last;
      await save();
    }
    last = position;
  }
  await flush();
  if (last !== undefined && last !== before) {
    state.lines[file] = last;
    await save();
  }
  return sent;
}

/** The day that the name of a file says. */
const dateIn = (file: string): string | undefined => DATE.exec(path.basename(file))?.[0];

/** A text is sent as a whole each time it changed and was then left alone for a while: its last message is whole then. */
async function sendText(watch: Watch, { file, source: { source } }: OneFile): Promise<Sent> {
  const { state, save, session, type, once } = watch;
  const { mtimeMs: changed_ms, size: bytes } = await stat(file);
  const sent: Sent = { messages: 0, stored: 0, known: 0 };
  const before = state.texts[file];
  if (before?.changed_ms === changed_ms && before.bytes === bytes) return sent;
  const is_recent = session.io.now().getTime() - changed_ms < SETTLED_MS;
  if (is_recent && !once) return sent;
  const { conversationAppend } = await import("@/lib/conversations/contract");
  const text = (await readFile(file, "utf8")).replaceAll("\u0000", "").toWellFormed();
  const date = dateIn(file);
  for (const markdown of partsOf(text)) {
    const answer = await session.call(conversationAppend, { source, type, date, markdown });
    if (answer.days.length === 0 && answer.stored + answer.known === 0)
      throw new CliError(
        "no",
        "Nothing was stored: memory is off in this organization, or the text says nothing.",
      );
    sent.stored += answer.stored;
    sent.known += answer.known;
    sent.messages += answer.stored + answer.known;
  }
  state.texts[file] = { changed_ms, bytes };
  await save();
  return sent;
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const block of text.split(/(?<=\n)(?=\s*\n)/)) {
    if (part !== "" && part.length + block.length > PART_CHARACTERS) {
      parts.push(part);
      part = "";
    }
    part += block;
  }
  return [...parts, part].filter((one) => one.trim() !== "");
}

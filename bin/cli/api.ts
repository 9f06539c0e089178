import type { Command } from "commander";
import { ApiError, type Caller, callerOf } from "@/lib/doors/client/call";
import { CliError } from "./exit";
import { hasColor, type Io, write } from "./io";
import { type Progress, progressOf } from "./progress";
import { type Target, targetOf } from "./settings";
import { type Column, formatPairs, formatTable, type Paint, paintOf } from "./table";

/** How often a call that met the rate limit is made again. */
const PATIENCE = 5;
const LIMIT_MS = 120_000;

type Global = { json?: boolean; url?: string; color?: boolean };

/** Ways to answer, which a command has without a server too. */
export type Voice = {
  io: Io;
  json: boolean;
  /** What --url said. */
  url: string | undefined;
  paint: Paint;
  /** Columns of the terminal; without one tables are as wide as they are. */
  width: number;
  table<T>(rows: readonly T[], columns: readonly Column<T>[]): Promise<void>;
  pairs(pairs: readonly (readonly [string, string | number | null])[]): Promise<void>;
  say(text: string): Promise<void>;
  /** With --json the API's answer as it is, else what `people` writes. */
  answer(value: unknown, people: () => Promise<void>): Promise<void>;
  progress(title: string): Progress;
};

/** What an action works with that asks the server. */
export type Session = Voice & { target: Target; call: Caller };

export function voiceOf(io: Io, command: Command): Voice {
  const { json = false, color = true, url }: Global = command.optsWithGlobals();
  const paint = paintOf(color && hasColor(io, io.stdout));
  const width = Number(io.env.COLUMNS) || (io.stdout.isTTY ? (io.stdout.columns ?? 80) : 10_000);
  const say = (text: string) => write(io.stdout, `${text}\n`);
  return {
    io,
    json,
    url,
    paint,
    width,
    say,
    table: (rows, columns) => say(formatTable(rows, columns, { width, paint })),
    pairs: (pairs) => say(formatPairs(pairs, paint)),
    answer: (value, people) => {
      if (json) return say(JSON.stringify(value, null, 2));
      return people();
    },
    progress: (title) => progressOf(io, title, json && io.stderr.isTTY !== true),
  };
}

/** @throws CliError denied, when there is no key to ask with. */
export async function sessionOf(io: Io, command: Command): Promise<Session> {
  const voice = voiceOf(io, command);
  const target = await targetOf(io, voice);
  const { key } = target;
  if (key === null)
    throw new CliError(
      "denied",
      `There is no key for ${target.url}. Run \`casebook login\`, or set CASEBOOK_KEY.`,
    );
  const base_url = target.url;
  const once = callerOf({ base_url, key });
  const call: Caller = async (contract, input, options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(contract, input, { signal: AbortSignal.timeout(LIMIT_MS), ...options });
      } catch (error) {
        const wait = error instanceof ApiError ? error.retry_after_seconds : undefined;
        if (wait !== undefined && attempt < PATIENCE) await io.pause(wait * 1000);
        else throw withAddress(error, base_url);
      }
    }
  };
  return { ...voice, target, call };
}

/** An unreachable server is named, with what the network said of it. */
function withAddress(error: unknown, url: string): unknown {
  if (!(error instanceof ApiError) || error.code !== "unreachable") return error;
  return new CliError(
    "unreachable",
    `${url} does not answer${reasonOf(error)}. Check the address and that Casebook runs there; \`casebook doctor\` says more.`,
    { cause: error },
  );
}

function reasonOf(error: ApiError): string {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "TimeoutError") return ` within ${LIMIT_MS / 1000} s`;
    const code: unknown = Reflect.get(cause, "code");
    if (typeof code === "string") return ` (${code})`;
  }
  return "";
}

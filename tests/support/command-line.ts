import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { vi } from "vitest";
import { runCli } from "@/bin/cli/program";
import type { Embedder, LanguageModel } from "@/lib/ai";
import { handleRest } from "@/lib/doors/rest";
import type { ClientEnv } from "@/lib/env";
import type { TestDatabase } from "./database";
import { listen } from "./listen";
import { partsOf } from "./parts";

export type Said = { code: number; stdout: string; stderr: string };
export type Asked = {
  stdin?: string | Buffer;
  env?: ClientEnv;
  /** As a terminal of so many columns; default: a pipe. */
  columns?: number;
  pause?: () => Promise<void>;
};

export type CommandLine = {
  url: string;
  /** A folder of the caller's own: home and working folder. */
  folder: string;
  /** Calls the command line in this process, with the key of `key()` unless the environment is given. */
  casebook: (args: readonly string[], asked?: Asked) => Promise<Said>;
  close: () => Promise<void>;
};

/** The REST transport on a free port, and the command line before it, without a process of its own. */
export async function startCommandLine(
  database: TestDatabase,
  {
    ai,
    work = async () => {},
    key,
  }: {
    key: () => string;
    ai?: { embedder: Embedder | null; language_model: LanguageModel | null };
    /** What a worker would do between two looks at something that goes on. */
    work?: () => Promise<void>;
  },
): Promise<CommandLine> {
  vi.stubEnv("RATE_LIMIT_PER_MINUTE", "100000");
  const server = await listen((request) => handleRest(request, partsOf(database, { ai })));
  const url = `http://127.0.0.1:${server.port}`;
  const folder = await mkdtemp(path.join(tmpdir(), "casebook-cli-"));
  return {
    url,
    folder,
    casebook: (args, asked = {}) =>
      call(args, {
        env: { CASEBOOK_URL: url, CASEBOOK_KEY: key() },
        pause: work,
        ...asked,
        folder,
      }),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One call of the command line, in this process. */
export async function call(
  args: readonly string[],
  { stdin = "", env = {}, columns, folder, pause = async () => {} }: Asked & { folder: string },
): Promise<Said> {
  const stream = () => {
    const text: string[] = [];
    const output = Object.assign(new PassThrough(), { isTTY: columns !== undefined, columns });
    output.on("data", (part: Buffer) => text.push(part.toString("utf8")));
    return { output, text };
  };
  const [out, error] = [stream(), stream()];
  const code = await runCli(args, {
    stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: false }),
    stdout: out.output,
    stderr: error.output,
    env,
    cwd: folder,
    home: folder,
    now: () => new Date(),
    pause: () => pause(),
  });
  return { code, stdout: out.text.join(""), stderr: error.text.join("") };
}

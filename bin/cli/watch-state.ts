import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { CliError } from "./exit";
import type { Io } from "./io";
import { positionSchema } from "./line-files";
import { settingsFile } from "./settings";

/** Up to where files were sent; no text of them is in it. */
const stateSchema = z.object({
  lines: z.record(z.string(), positionSchema).default({}),
  /** When a text that is sent as a whole was changed last, and its bytes. */
  texts: z.record(z.string(), z.object({ changed_ms: z.number(), bytes: z.number() })).default({}),
});

export type WatchState = z.output<typeof stateSchema>;

const fileOf = (io: Io) => path.join(path.dirname(settingsFile(io)), "watched.json");

/** What was sent to a Casebook before, by its address. @throws CliError usage, when the file is not what this wrote. */
export async function loadWatchState(
  io: Io,
  url: string,
): Promise<{ state: WatchState; save: () => Promise<void> }> {
  const file = fileOf(io);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw new CliError("usage", `${file} cannot be read (${error.code}). Correct its permissions.`);
  });
  const all = parse(text);
  if (all === null)
    throw new CliError("usage", `${file} is not valid. Remove it: what was sent before is not stored twice.`);
  const state = all[url] ?? { lines: {}, texts: {} };
  return {
    state,
    save: async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.${process.pid}.tmp`;
      await writeFile(draft, JSON.stringify({ ...all, [url]: state }), { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

function parse(text: string): Record<string, WatchState> | null {
  try {
    return z.record(z.string(), stateSchema).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

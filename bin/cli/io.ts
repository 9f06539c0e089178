import type { Readable, Writable } from "node:stream";
import type { ClientEnv } from "@/lib/env";

export type Output = Writable & { isTTY?: boolean; columns?: number };

/** The world of one call of the command line, so that a test can bring its own. */
export type Io = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  env: ClientEnv;
  /** Folder to which file names are relative. */
  cwd: string;
  /** The person's home folder. */
  home: string;
  now: () => Date;
  /** Waits between two looks at something that goes on, in milliseconds. */
  pause: (ms: number) => Promise<void>;
};

/** Whether a stream takes colours: a terminal, and nobody said NO_COLOR (no-color.org). */
export const hasColor = (io: Io, stream: Output): boolean => stream.isTTY === true && !io.env.NO_COLOR;

/** Writes and waits until the reader takes more, so that a slow one does not fill the memory. */
export function write(stream: Output, text: string): Promise<void> {
  if (stream.write(text)) return Promise.resolve();
  return new Promise((resolve) => stream.once("drain", resolve));
}

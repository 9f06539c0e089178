import { hasColor, type Io } from "./io";
import { paintOf } from "./table";

export type Progress = {
  /** How far it is; `total` null while nobody knows. */
  show(done: number, total: number | null, note?: string): void;
  /** Takes the line away; call it before anything else is printed. */
  end(): void;
};

const BAR = 24;
/** In a log a line is enough for each tenth. */
const STEPS = 10;

function shareOf(done: number, total: number | null): number {
  if (!total) return 0;
  return Math.min(1, done / total);
}

/**
 * Progress of long work on stderr, so that stdout stays the answer's: one line that changes in a terminal, a line for
 * each tenth elsewhere, nothing at all for programs (`quiet`).
 */
export function progressOf(io: Io, title: string, quiet: boolean): Progress {
  const { stderr } = io;
  if (quiet) return { show: () => {}, end: () => {} };
  if (stderr.isTTY !== true) {
    let reported = -1;
    return {
      show(done, total, note) {
        if (total === null || total === 0) return;
        const step = Math.floor((STEPS * done) / total);
        if (step <= reported) return;
        reported = step;
        stderr.write(`${[`${title}: ${done} of ${total}`, note].filter(Boolean).join(", ")}\n`);
      },
      end: () => {},
    };
  }
  const paint = paintOf(hasColor(io, stderr));
  return {
    show(done, total, note) {
      const filled = Math.round(shareOf(done, total) * BAR);
      const bar = `${paint("green", "█".repeat(filled))}${paint("dim", "░".repeat(BAR - filled))}`;
      const count = [done, total].filter((number) => number !== null).join("/");
      const aside = note && paint("dim", note);
      stderr.write(`\r\u001b[K${[title, bar, count, aside].filter(Boolean).join(" ")}`);
    },
    end: () => {
      stderr.write("\r\u001b[K");
    },
  };
}

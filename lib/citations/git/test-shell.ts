import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the programs see: none of the machine's settings of git. */
const ENVIRONMENT = {
  NODE_ENV: "test",
  PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
} as const;

interface Shell {
  folder: string;
  commands: number;
  exit_codes: number;
}

let shell: Shell | null = null;

/**
 * Runs programs from one small shell that stays: a test process has hundreds of megabytes, and to start a program from it
 * takes 15 to 100 ms each time, in which nothing else happens.
 *
 * @param script commands of `sh`, whose `$1`, `$2`, … are `args`.
 * @returns what was written to the standard output.
 * @throws Error with the standard error when the exit code is not 0.
 */
export function runInShell(cwd: string, script: string, args: readonly string[] = []): Buffer {
  shell ??= startShell();
  const [output, errors] = [join(shell.folder, "output"), join(shell.folder, "errors")];
  const words = ["sh", "-c", script, "sh", ...args].map(quoted).join(" ");
  writeSync(
    shell.commands,
    `(cd ${quoted(cwd)} && exec ${words}) </dev/null >output 2>errors; echo $? >&3\n`,
  );
  const exit_code = readLine(shell.exit_codes);
  if (exit_code === "0") return readFileSync(output);
  throw new Error(
    `${script} ${args.join(" ")} ended with ${exit_code}. ${readFileSync(errors, "utf8")}`.trim(),
  );
}

function startShell(): Shell {
  const folder = mkdtempSync(join(tmpdir(), "casebook-shell-"));
  const pipes = { commands: join(folder, "commands"), exit_codes: join(folder, "exit-codes") };
  // The second pipe is made last: once it is there both are. The commands end with this process, however it ends.
  const script = 'mkfifo commands exit-codes && sh <commands 3>exit-codes; rm -r "$PWD"';
  const child = spawn("sh", ["-c", script], { cwd: folder, env: ENVIRONMENT, stdio: "ignore" });
  child.unref();
  while (!existsSync(pipes.exit_codes)) pause();
  // Each waits for the shell to open the other end, in this order.
  const commands = openSync(pipes.commands, "w");
  return { folder, commands, exit_codes: openSync(pipes.exit_codes, "r") };
}

/** A millisecond, in which nothing else of this process happens either. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/** One short line, which a pipe hands over as a whole. */
function readLine(pipe: number): string {
  const bytes = Buffer.alloc(16);
  const length = readSync(pipe, bytes);
  if (length === 0) throw new Error("The shell that runs the tests' programs has ended.");
  return bytes.toString("utf8", 0, length).trim();
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

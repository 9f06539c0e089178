import type { Command } from "commander";
import { type Session, sessionOf, type Voice, voiceOf } from "./api";
import type { Exit } from "./exit";
import type { Io } from "./io";

/** One call of the command line: its world, and what it will end with. */
export type Cli = { io: Io; outcome: { exit: Exit } };

/** Adds commands to the tree. What they need is imported when they run, so that the tree is there at once. */
export type Register = (program: Command, cli: Cli) => void;

/** The action of a command that asks the server; what it answers becomes the exit code, nothing is ok. */
export function asking<A extends unknown[]>(
  cli: Cli,
  work: (session: Session, ...params: A) => Promise<Exit | undefined>,
): (...params: [...A, Command]) => Promise<void> {
  return withCommand(async (command, params: A) => {
    cli.outcome.exit = (await work(await sessionOf(cli.io, command), ...params)) ?? "ok";
  });
}

/** The action of a command that needs no server. */
export function locally<A extends unknown[]>(
  cli: Cli,
  work: (voice: Voice, ...params: A) => Promise<Exit | undefined>,
): (...params: [...A, Command]) => Promise<void> {
  return withCommand(async (command, params: A) => {
    cli.outcome.exit = (await work(voiceOf(cli.io, command), ...params)) ?? "ok";
  });
}

/** Commander hands an action its arguments, its options, and last the command. */
function withCommand<A extends unknown[]>(
  work: (command: Command, params: A) => Promise<void>,
): (...params: [...A, Command]) => Promise<void> {
  return (...all) => work(all[all.length - 1] as Command, all.slice(0, -1) as A);
}

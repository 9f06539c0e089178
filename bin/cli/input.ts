import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "./exit";
import type { Io } from "./io";

/** `-` is standard input, everything else a file, relative to where the person stands. */
export const isStandard = (name: string) => name === "-";

export const fileOf = (io: Io, name: string) => path.resolve(io.cwd, name);

export async function readAll(io: Io): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of io.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

/** @throws CliError usage, naming the file. */
export async function readInput(io: Io, name: string): Promise<string> {
  if (isStandard(name)) return readAll(io);
  return readFile(fileOf(io, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw fileError(name, error);
  });
}

const REASONS: Record<string, string> = {
  ENOENT: "does not exist",
  EACCES: "cannot be read or written with your permissions",
  EISDIR: "is a folder",
  ENOSPC: "cannot be written: the disk is full",
  EEXIST: "exists already",
};

export function fileError(name: string, error: NodeJS.ErrnoException): CliError {
  const reason = REASONS[error.code ?? ""] ?? `cannot be used (${error.code ?? error.message})`;
  return new CliError("usage", `${name} ${reason}.`, { cause: error });
}

/**
 * For what begins with other work than reading the file. Opens nothing: a pipe can be opened once.
 * @throws CliError usage, naming the file.
 */
export async function assertReadable(io: Io, name: string): Promise<void> {
  const file = fileOf(io, name);
  const found = await access(file, constants.R_OK)
    .then(() => stat(file))
    .catch((error: NodeJS.ErrnoException) => {
      throw fileError(name, error);
    });
  if (found.isDirectory()) throw new CliError("usage", `${name} ${REASONS.EISDIR}.`);
}

/** @throws CliError usage for a file that is there and would be replaced. */
export async function assertAbsent(file: string, name: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return;
  throw new CliError("usage", `${name} exists already; choose another name, or replace it with --force.`);
}

/** A whole number option. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CliError("usage", `${text} is not a whole number.`);
  return Number(text);
}

/** An option that is a number from 0, with a point or without. */
export function anyNumber(text: string): number {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(text)) throw new CliError("usage", `${text} is not a number from 0.`);
  return Number(text);
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string) => ID.test(text);

/** @throws CliError usage, listing what there is. */
export function oneOf<T extends string>(values: readonly T[], text: string): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new CliError("usage", `${text} is not one of ${values.join(", ")}.`);
  return found;
}

import type { Db } from "@/lib/db/client";
import { lockFailures } from "@/lib/db/sql/solution-figures";
import { dropSolutionVectors } from "@/lib/db/sql/solutions";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { toStorable } from "@/lib/kernel/text";
import { redactTexts } from "@/lib/memories";
import { type FailedRun, type ReadError, readError } from "./signature";
import * as writeQueries from "./write-queries";

/** Of an output this much of its beginning and of its end is kept, in characters. */
const KEPT_OF_EACH_END = 8_000;
/** And this much is read for the error and its stack. */
const READ_OF_EACH_END = 50_000;

function ends(text: string, each: number): string {
  if (text.length <= 2 * each) return text;
  return `${text.slice(0, each)}\n… ${text.length - 2 * each} characters left out …\n${text.slice(-each)}`.toWellFormed();
}

export type ReadFailure = { error: ReadError; output: string };

/** Reads errors from outputs, whose secrets are taken out first. */
export async function readFailures(runs: readonly FailedRun[]): Promise<ReadFailure[]> {
  const redacted = await redactTexts(
    runs.map(({ output }) => ({ text: ends(toStorable(output), READ_OF_EACH_END) })),
    { in_thread: runs.length > 20 },
  );
  return runs.map((each, index) => {
    const output = redacted[index]?.text ?? "";
    return { error: readError({ ...each, output }), output: ends(output, KEPT_OF_EACH_END) };
  });
}

/** What a failure is found by. */
export const searchTextOf = (failure: {
  error_type: string;
  message: string;
  signature: string;
  solution: string | null;
}): string =>
  [`${failure.error_type}: ${failure.message}`, failure.signature, failure.solution ?? ""]
    .filter((line) => line !== "")
    .join("\n");

type Held = Tenant & {
  repository_id: string | null;
  reads: readonly ReadFailure[];
  /** Of further failures of the repository that the caller is about to change. */
  ids?: readonly string[];
  at: Date;
};

/**
 * Makes the failures of errors that were read where they are not there, and holds them and the others until the transaction
 * ends: nobody else adds to them or solves them meanwhile, and what is read of them from now on stays true. To be called once
 * in a transaction, before it changes any of them.
 * @returns the id of the failure of each error, in their order.
 */
export async function holdFailures(
  tx: Db,
  { organization_id, repository_id, reads, ids = [], at }: Held,
): Promise<string[]> {
  const failures = reads.map(({ error: { language, error_type, message, signature } }) => ({
    language,
    error_type,
    message,
    signature,
    search_text: searchTextOf({ error_type, message, signature, solution: null }),
  }));
  const made = await writeQueries.putFailures(tx, { organization_id, repository_id, failures, at });
  await lockFailures(tx, { organization_id, ids: [...made.values(), ...ids] });
  return failures.map(({ signature }) => {
    const id = made.get(signature);
    if (id === undefined) throw new Error("a failure that was put is there");
    return id;
  });
}

type Occurred = Tenant & {
  repository_id: string | null;
  failure_id: string;
  read: ReadFailure;
  occurrence: Omit<writeQueries.NewOccurrence, "message" | "output" | "frames" | "file_path" | "line"> & {
    file_path: string | null;
    line: number | null;
  };
  actor: ActorRef;
  now: Date;
};

/** Stores an occurrence of an error with the others of its failure, which the transaction holds. */
export async function storeOccurrence(
  tx: Db,
  { read: { error, output }, occurrence, ...stored }: Occurred,
): Promise<void> {
  const { message, frames, place } = error;
  await writeQueries.insertOccurrence(tx, {
    ...stored,
    occurrence: {
      ...occurrence,
      message,
      output,
      frames,
      file_path: occurrence.file_path ?? place?.file.slice(0, 1_000) ?? null,
      line: occurrence.line ?? place?.line ?? null,
    },
  });
}

/** Stores an error that was read, with the others of its signature. @returns the failure's id. */
export async function storeFailure(tx: Db, occurred: Omit<Occurred, "failure_id">): Promise<string> {
  const { organization_id, repository_id, read, occurrence } = occurred;
  const [failure_id = ""] = await holdFailures(tx, {
    organization_id,
    repository_id,
    reads: [read],
    at: occurrence.at,
  });
  await storeOccurrence(tx, { ...occurred, failure_id });
  return failure_id;
}

/** Characters of a solution. */
const MAX_SOLUTION = 10_000;

/** What a machine saw, before the solution that was there; that one alone where both are too long for one text. */
export function solutionBefore(seen: string, { solution }: { solution: string | null }): string {
  if (solution === null) return seen.slice(0, MAX_SOLUTION);
  const both = `${seen}\nBefore: ${solution}`;
  return both.length > MAX_SOLUTION ? solution : both;
}

type Solved = Tenant & {
  failure: { id: string; error_type: string; message: string; signature: string };
  solution: string;
  how: "hand" | "hook" | "ci";
  commit: string | null;
  actor: ActorRef;
  now: Date;
};

/** Attaches a solution: what was solved by it is found by its words too. */
export async function attachSolution(db: Db, { failure, ...solved }: Solved): Promise<void> {
  const { organization_id, solution } = solved;
  await writeQueries.solveFailure(db, {
    ...solved,
    id: failure.id,
    search_text: searchTextOf({ ...failure, solution }),
  });
  await dropSolutionVectors(db, { organization_id, searched: "failure", id: failure.id });
}

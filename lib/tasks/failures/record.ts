import type { Db } from "@/lib/db/client";
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

type Occurred = Tenant & {
  repository_id: string | null;
  read: ReadFailure;
  occurrence: Omit<writeQueries.NewOccurrence, "message" | "output" | "frames" | "file_path" | "line"> & {
    file_path: string | null;
    line: number | null;
  };
  actor: ActorRef;
  now: Date;
};

/** Stores an error that was read, with the others of its signature. @returns the failure's id. */
export async function storeFailure(
  db: Db,
  { organization_id, repository_id, read: { error, output }, occurrence, actor, now }: Occurred,
): Promise<string> {
  const { language, error_type, message, signature, frames, place } = error;
  const failure_id = await writeQueries.putFailure(db, {
    organization_id,
    repository_id,
    language,
    error_type,
    signature,
    message,
    search_text: searchTextOf({ error_type, message, signature, solution: null }),
    at: occurrence.at,
  });
  await writeQueries.insertOccurrence(db, {
    organization_id,
    repository_id,
    failure_id,
    actor,
    now,
    occurrence: {
      ...occurrence,
      message,
      output,
      frames,
      file_path: occurrence.file_path ?? place?.file.slice(0, 1_000) ?? null,
      line: occurrence.line ?? place?.line ?? null,
    },
  });
  return failure_id;
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

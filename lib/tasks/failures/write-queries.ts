import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { noteOccurrence } from "@/lib/db/sql/solution-figures";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { FailureLanguage } from "../contract";
import type { Frame } from "./frames";
import { digestOf } from "./queries";

export type NewFailure = {
  signature: string;
  language: FailureLanguage;
  error_type: string;
  message: string;
  search_text: string;
};

/**
 * Makes the groups of signatures that are not there, of several at once only one, in the order in which they are held.
 * @returns their ids by signature.
 */
export async function putFailures(
  db: Db,
  {
    organization_id,
    repository_id,
    failures,
    at,
  }: Tenant & { repository_id: string | null; failures: readonly NewFailure[]; at: Date },
): Promise<Map<string, string>> {
  const digests = new Map(failures.map((failure) => [digestOf(failure.signature), failure]));
  if (digests.size === 0) return new Map();
  await db.failure.createMany({
    data: [...digests]
      .sort(([a], [b]) => Number(a > b) - Number(a < b))
      .map(([signature_sha256, failure]) => ({
        ...failure,
        organization_id,
        id: newId(),
        repository_id,
        signature_sha256,
        status: "open",
        occurrence_count: 0,
        first_seen_at: at,
        last_seen_at: at,
      })),
    skipDuplicates: true,
  });
  const rows = await db.failure.findMany({
    where: { organization_id, repository_id, signature_sha256: { in: [...digests.keys()] } },
    select: { id: true, signature: true },
  });
  return new Map(rows.map(({ id, signature }) => [signature, id]));
}

export type NewOccurrence = {
  task_record_id: string | null;
  run_id: string | null;
  iteration: number | null;
  source: "caller" | "hook" | "ci";
  message: string;
  output: string;
  frames: readonly Frame[];
  test_name: string | null;
  file_path: string | null;
  line: number | null;
  commit_sha: string | null;
  branch: string | null;
  session_id?: string | null;
  /** Of the command that showed it, where a hook saw that. */
  command_sha256?: string | null;
  at: Date;
};

/** Adds an occurrence to a failure; one that was solved before that moment has returned. */
export async function insertOccurrence(
  db: Db,
  {
    organization_id,
    repository_id,
    failure_id,
    occurrence,
    actor,
    now,
  }: Tenant & {
    repository_id: string | null;
    failure_id: string;
    occurrence: NewOccurrence;
    actor: ActorRef;
    now: Date;
  },
): Promise<void> {
  const { at, frames, ...said } = occurrence;
  await db.failure_occurrence.create({
    data: {
      ...said,
      organization_id,
      id: newId(),
      failure_id,
      repository_id,
      frames: [...frames],
      at,
      ...actorColumns("actor", actor),
    },
  });
  await noteOccurrence(db, { organization_id, failure_id, message: said.message, at, now });
}

export async function solveFailure(
  db: Db,
  {
    organization_id,
    id,
    solution,
    how,
    commit,
    actor,
    search_text,
    now,
  }: Tenant & {
    id: string;
    solution: string;
    how: "hand" | "hook" | "ci";
    commit: string | null;
    actor: ActorRef;
    search_text: string;
    now: Date;
  },
): Promise<void> {
  await db.failure.updateMany({
    where: { organization_id, id },
    data: {
      status: "solved",
      solution,
      solved_how: how,
      fix_commit: commit,
      fixed_at: now,
      ...actorColumns("solved_by", actor),
      returned_at: null,
      search_text,
      version: { increment: 1 },
    },
  });
}

export async function reopenFailure(
  db: Db,
  { organization_id, id, search_text }: Tenant & { id: string; search_text: string },
): Promise<void> {
  await db.failure.updateMany({
    where: { organization_id, id },
    data: {
      status: "open",
      solution: null,
      solved_how: null,
      fix_commit: null,
      fixed_at: null,
      ...actorColumns("solved_by", null),
      returned_at: null,
      search_text,
      version: { increment: 1 },
    },
  });
}

/** Puts a failure that has a solution among those that came back. */
export async function returnFailure(
  db: Db,
  { organization_id, id, now }: Tenant & { id: string; now: Date },
): Promise<void> {
  await db.failure.updateMany({
    where: { organization_id, id },
    data: { status: "returned", returned_at: now },
  });
}

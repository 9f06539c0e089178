import { actorColumns } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { noteOccurrence } from "@/lib/db/sql/solution-figures";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { FailureLanguage } from "../contract";
import type { Frame } from "./frames";
import { digestOf } from "./queries";

type Kept = Tenant & { repository_id: string | null; signature: string };

/** Makes the group of a signature unless it is there, of several at once only one. @returns its id. */
export async function putFailure(
  db: Db,
  {
    organization_id,
    repository_id,
    signature,
    language,
    error_type,
    message,
    search_text,
    at,
  }: Kept & {
    language: FailureLanguage;
    error_type: string;
    message: string;
    search_text: string;
    at: Date;
  },
): Promise<string> {
  const signature_sha256 = digestOf(signature);
  await db.failure.createMany({
    data: [
      {
        organization_id,
        id: newId(),
        repository_id,
        language,
        error_type,
        signature,
        signature_sha256,
        message,
        status: "open",
        occurrence_count: 0,
        first_seen_at: at,
        last_seen_at: at,
        search_text,
      },
    ],
    skipDuplicates: true,
  });
  const row = await db.failure.findFirst({
    where: { organization_id, repository_id, signature_sha256 },
    select: { id: true },
  });
  if (!row) throw new Error("a failure that was put is there");
  return row.id;
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

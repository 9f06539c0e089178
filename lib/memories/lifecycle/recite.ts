import {
  type Checks,
  findRepositoryById,
  holds,
  prepareRecitals,
  type Recital,
  recite,
} from "@/lib/citations";
import type { StandsAt } from "@/lib/citations/contract";
import type { Database, Db } from "@/lib/db/client";
import { lockRepository } from "@/lib/db/sql/repository-runs";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import { compactWrite } from "../answers/compact-answers";
import type { Memory } from "../contract";
import * as contract from "../contract";
import type { MemoryChange } from "../memory/change-queries";
import * as memoryQueries from "../memory/queries";
import { maySeeMemory } from "../policy";
import { loadMemory, reasonOf, statusAfter } from "../shared/loading";
import { written } from "../shared/written";
import { withoutSecrets } from "../store/prepare";
import { wouldBeHeld } from "../verification/suspicious-heads";
import { changedBy, changeMemory } from "./change";
import { checkNow } from "./moves";
import { fails } from "./transitions";

const REMEDY = "Supersede the memory with the lines that show it now, or invalidate it.";

export const memoryRecite = defineCommand(contract.memoryRecite, {
  compact: compactWrite,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: async ({ db, actor, input, subject }) => {
    assertMayBeRecited(subject);
    return {
      reason: await reasonOf({ input }),
      found: await recitalsOf(db, { actor, memory: subject, input }),
    };
  },
  write: (writing) => putToLines(writing),
});

export const memoryFollow = defineCommand(contract.memoryFollow, {
  compact: compactWrite,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: async ({ db, actor, input, subject }) => {
    assertMayBeRecited(subject);
    return { reason: await reasonOf({ input }), found: await copiesOf(db, { actor, memory: subject }) };
  },
  write: (writing) => putToLines(writing),
});

const assertMayBeRecited = (memory: Memory) =>
  statusAfter(memory, "recite", "only an active or drifted memory can cite new lines.");

type Writing = {
  db: Db;
  actor: Actor;
  subject: Memory;
  prepared: { reason: string | null; found: Found };
  now: () => Date;
  audit: (entry: { subject_id: string; detail: Record<string, unknown> }) => void;
};

/** Puts the citations of a memory to the lines that were read, and has it active as far as no other one fails. */
async function putToLines({ db, actor, subject, prepared: { reason, found }, now, audit }: Writing) {
  const { organization_id } = actor;
  const { recitals, checks } = found;
  const at = now();
  // Checks lock the memory before its citations too.
  await memoryQueries.lockJudgedMemories(db, { organization_id, ids: [subject.id] });
  await assertNotHeld(db, { actor, memory: subject, checks });
  const recited = await recite(db, { organization_id, recitals, now: at });
  audit({
    subject_id: subject.id,
    detail: { reason, citations: recited.map(({ citation_id }) => citation_id) },
  });
  const memory = await memoryQueries.findMemory(db, { organization_id, memory_id: subject.id });
  if (!memory) throw new AppError("not_found", "This memory does not exist.");
  // Somebody may have decided against it while its lines were read.
  assertMayBeRecited(memory);
  const to = memory.citations.some(fails) ? memory.status : ("active" as const);
  const change: MemoryChange = { refreshed_at: at };
  const { status: from, status_reason, refreshed_at } = memory;
  const detail: Record<string, unknown> = { from, status_reason, refreshed_at, recited };
  if (to !== memory.status) {
    change.status = { to, reason: null };
    detail.to = to;
  }
  await changeMemory(db, changedBy({ actor, now: at }), { memory, change, type: "recited", reason, detail });
  const note =
    to === "active" ? [] : ["Other citations of it are still edited or missing, so it is not served."];
  return written(await memoryQueries.findMemory(db, { organization_id, memory_id: subject.id }), note);
}

/** The places to which cited texts were copied before they went. @throws AppError when there are none. */
async function copiesOf(db: Database, { actor, memory }: Omit<Asked, "input">): Promise<Found> {
  const checks = await checkNow(db, actor, memory);
  const copied = checks.map((check) => ({
    ...check,
    results: check.results.flatMap((result) => {
      if (result.stands_at) return [{ ...result, ...placeOf(result.stands_at) }];
      return [];
    }),
  }));
  if (copied.every(({ results }) => results.length === 0))
    throw new AppError("conflict", "None of its cited texts has a copy elsewhere; read it again.");
  return { recitals: await readRecitals(db, { actor, checks: copied }), checks };
}

const placeOf = ({ path, line_start, line_end }: StandsAt) => ({ path, line_start, line_end });

type Asked = {
  actor: Actor;
  memory: Memory;
  input: { citation_ids?: readonly string[]; shown_at?: string };
};

type Found = { recitals: Recital[]; checks: readonly Checks[] };

/** The lines that took the place of what the memory cites, read at the head. @throws AppError when there are none. */
async function recitalsOf(db: Database, { actor, memory, input }: Asked): Promise<Found> {
  const { citation_ids, shown_at } = input;
  const wanted = citation_ids && new Set(citation_ids);
  const unknown = [...(wanted ?? [])].find((id) => memory.citations.every((citation) => citation.id !== id));
  if (unknown !== undefined)
    throw invalidField("/citation_ids", `${unknown} is no citation of this memory; read it again.`);
  const isAsked = ({ citation_id }: { citation_id: string }) => wanted?.has(citation_id) ?? true;
  const checks = await checkNow(db, actor, memory);
  const asked = checks.map((check) => ({ ...check, results: check.results.filter(isAsked) }));
  assertLinesKnown(asked);
  const recitals = await readRecitals(db, { actor, checks: asked.map(editedOnly) });
  const hasMoved = shown_at !== undefined && asked.some(({ commit }) => commit !== shown_at);
  if (hasMoved) {
    const before = await checkNow(db, actor, memory, shown_at);
    assertSameLines(recitals, await readRecitals(db, { actor, checks: before.map(editedOnly) }));
  }
  return { recitals, checks: asked };
}

/** @throws AppError conflict when the lines that somebody read are not those that would be cited. */
function assertSameLines(recitals: readonly Recital[], shown: readonly Recital[]): void {
  const hashes = new Map(shown.map(({ result, prepared }) => [result.citation_id, hashOf(prepared)]));
  const isShown = ({ result, prepared }: Recital) => hashes.get(result.citation_id) === hashOf(prepared);
  if (!recitals.every(isShown))
    throw new AppError("conflict", "The lines have changed since they were shown; read them again.");
}

const hashOf = ({ anchor }: Recital["prepared"]) => anchor.snippet_sha256;

/**
 * Refuses lines of a commit whose verdicts are held, or would be if this one were recorded: a wrong head must not be
 * cited either.
 */
async function assertNotHeld(
  tx: Db,
  { actor, memory, checks }: { actor: Actor; memory: Memory; checks: readonly Checks[] },
): Promise<void> {
  const { organization_id } = actor;
  const memory_ids = memory.status === "active" ? [memory.id] : [];
  for (const { repository_id, commit } of checks) {
    // Of a sweep and this at once, the second one sees what the first one decided.
    await lockRepository(tx, { organization_id, repository_id });
    if (await wouldBeHeld(tx, { organization_id, repository_id, commit, memory_ids }))
      throw new AppError(
        "conflict",
        `Commit ${commit.slice(0, 12)} is suspicious: a person must confirm or dismiss it first.`,
      );
  }
}

const editedOnly = (check: Checks): Checks => ({
  ...check,
  results: check.results.filter(({ status }) => status === "edited"),
});

async function readRecitals(
  db: Database,
  { actor, checks }: { actor: Actor; checks: readonly Checks[] },
): Promise<Recital[]> {
  const recitals: Recital[] = [];
  for (const { repository_id, commit, results } of checks) {
    const repository = await findRepositoryById(db, { ...tenantOf({ actor }), repository_id });
    if (!repository || results.length === 0) continue;
    const found = await prepareRecitals(db, { ...tenantOf({ actor }), repository, commit, results });
    const kept = await withoutSecrets(found.map(({ prepared }) => prepared));
    for (const [index, { result }] of found.entries()) {
      const prepared = kept[index];
      if (prepared) recitals.push({ result, prepared });
    }
  }
  return recitals;
}

function assertLinesKnown(checks: readonly Pick<Checks, "results">[]): void {
  const results = checks.flatMap((check) => check.results);
  const missing = results.find(({ status }) => status === "missing");
  if (missing)
    throw new AppError("conflict", `${missing.basis.path} no longer contains the cited lines. ${REMEDY}`);
  const unread = results.find(({ status }) => status === "unreachable");
  if (unread)
    throw new AppError("conflict", `A citation could not be read: ${unread.reason} Try again when it can.`);
  if (results.every(({ status }) => holds(status)))
    throw new AppError(
      "conflict",
      "Its citations are valid, so there are no new lines to cite; refresh it instead.",
    );
}

import { jobActor } from "@/lib/access";
import {
  type Checks,
  checkCitations,
  checkCitationsOf,
  findRepositoryById,
  openRepositorySource,
  type Repository,
} from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import type { Memory, Standing, UnverifiedMemory } from "../contract";
import { requestCheck } from "../jobs";
import { type Found, fails, verdictOfCitations } from "../lifecycle/transitions";
import { scanMemories } from "../safety/scan";
import { applyCurrentChecks } from "./apply-checks";
import { withoutFoundSecrets } from "./found-secrets";
import { isNewHead, sweepMoved } from "./moved-heads";
import { wouldBeHeld } from "./suspicious-heads";

/** What is needed of a memory: its citations as they were read with it. */
type Cited = Pick<Memory, "id" | "citations">;
type Citations = ReadonlyMap<string, Memory["citations"]>;

/**
 * How these memories stand right before they are used: `verified`, a check at the head (or the ref asked for) found that
 * every citation holds; `failed`, one does not; `unchecked`, that could not be found out in time; `uncited`, there is
 * nothing to check. It takes at most `budget_ms` of looking (recording takes a few more). What is on record for the head
 * counts; the rest is checked now and recorded, so that what failed is drifted for everybody; `on_checked` is given the
 * recording to do it when it likes. What the time does not suffice for is `unchecked`, and a check in the background is
 * asked for. At another `ref` than the head nothing is recorded, because it says nothing about where the code stands.
 *
 * Never rejects because of a source.
 * @throws AppError invalid_input at `/ref` for a ref that a repository does not have; the signal's reason.
 */
export async function verifyForUse(
  db: Database,
  params: {
    organization_id: string;
    memories: readonly Cited[];
    ref?: string;
    budget_ms: number;
    signal?: AbortSignal;
    now?: Date;
    /** Repositories as they were read a moment ago; the others are read. */
    repositories?: readonly Repository[];
    on_checked?: (record: () => Promise<void>) => void;
    /** Gets the sweep of repositories whose head moved since; nobody is asked for one without. */
    on_moved?: (sweep: () => Promise<void>) => void;
  },
): Promise<Map<string, Standing>> {
  const { organization_id, memories, ref, budget_ms, now = new Date(), repositories = [] } = params;
  params.signal?.throwIfAborted();
  const citations = new Map(
    memories.filter((memory) => memory.citations.length > 0).map((memory) => [memory.id, memory.citations]),
  );
  const standings = new Map<string, Standing>(
    memories.map(({ id }) => [id, citations.has(id) ? "unchecked" : "uncited"]),
  );
  if (citations.size === 0) return standings;
  /** Checked, and not to be served on it: looking again finds the same. */
  const doubtful = new Set<string>();
  const late = AbortSignal.timeout(Math.max(0, Math.floor(budget_ms)));
  const signal = params.signal ? AbortSignal.any([late, params.signal]) : late;
  try {
    const found = await unlessAborted(
      look(db, { organization_id, citations, ref, signal, repositories }),
      signal,
    );
    for (const id of citations.keys()) standings.set(id, found.standingOf(id));
    for (const id of ref === undefined ? await heldOf(db, { organization_id, ...found }) : []) {
      standings.set(id, "unchecked");
      doubtful.add(id);
    }
    const { checks, moved } = found;
    if (ref === undefined && checks.length > 0) {
      const record = () => recordUse(db, { organization_id, checks, now });
      if (params.on_checked) params.on_checked(record);
      else await record();
    }
    if (moved.length > 0) params.on_moved?.(() => sweepMoved(db, { organization_id, moved, now }));
  } catch (error) {
    params.signal?.throwIfAborted();
    if (error instanceof AppError && error.code === "invalid_input") throw error;
    if (!late.aborted) log().warn({ err: error }, "memories could not be checked before use");
  }
  const unknown = [...citations.keys()].filter(
    (id) => standings.get(id) === "unchecked" && !doubtful.has(id),
  );
  if (ref === undefined && unknown.length > 0)
    await wake(db, { organization_id, citations, unknown, now }).catch((error: unknown) =>
      log().warn({ err: error }, "a check could not be asked for"),
    );
  return standings;
}

/** How often memories are checked that others check at the same time; after that theirs counts. */
const ATTEMPTS = 3;

/** Keeps what checks before use found; a failure is logged and hides no answer. */
async function recordUse(
  db: Database,
  { organization_id, checks, now }: { organization_id: string; checks: readonly Checks[]; now: Date },
): Promise<void> {
  const actor = actorRef(jobActor(organization_id, "memory_use"));
  try {
    let current = await Promise.all(checks.map(withoutFoundSecrets));
    for (let attempt = 1; current.length > 0 && attempt <= ATTEMPTS; attempt += 1) {
      const apply = { organization_id, actor, checks: current, now, routine: true };
      const { overtaken } = await transaction(db, (tx) => applyCurrentChecks(tx, apply));
      const memory_ids = overtaken;
      const repository_ids = memory_ids.length === 0 ? [] : current.map((check) => check.repository_id);
      current = await Promise.all(
        repository_ids.map(async (repository_id) =>
          withoutFoundSecrets(await checkCitations(db, { organization_id, repository_id, memory_ids })),
        ),
      );
    }
  } catch (error) {
    log().warn({ err: error }, "checks before use could not be recorded");
  }
}

/** The work, unless the signal comes first: what is under way then ends on its own, unheard. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

async function look(
  db: Database,
  {
    organization_id,
    citations,
    ref,
    signal,
    repositories,
  }: {
    organization_id: string;
    citations: Citations;
    ref: string | undefined;
    signal: AbortSignal;
    repositories: readonly Repository[];
  },
): Promise<{ checks: Checks[]; moved: string[]; standingOf: (memory_id: string) => Standing }> {
  const all = [...citations].flatMap(([memory_id, own]) => own.map((one) => ({ ...one, memory_id })));
  const checks: Checks[] = [];
  const moved: string[] = [];
  const known = new Map<string, Found>();
  for (const repository_id of new Set(all.map(({ repository }) => repository.id))) {
    const own = all.filter(({ repository }) => repository.id === repository_id);
    const repository =
      repositories.find(({ id }) => id === repository_id) ??
      (await findRepositoryById(db, { organization_id, repository_id }));
    const head = repository && ref === undefined ? await headOf(db, organization_id, repository) : null;
    if (repository && head !== null && isNewHead({ organization_id, repository }, head))
      moved.push(repository_id);
    const onRecord = own.filter(
      ({ status, checked_commit }) => head !== null && checked_commit === head && status !== "unreachable",
    );
    for (const citation of onRecord) known.set(citation.id, citation);
    const due = new Set(own.filter(({ id }) => !known.has(id)).map(({ memory_id }) => memory_id));
    if (!repository || due.size === 0) continue;
    const at = ref ?? head ?? undefined;
    const checked = await checkCitationsOf(db, {
      organization_id,
      repository,
      memory_ids: [...due],
      signal,
      ...(at !== undefined && { ref: at }),
    });
    checks.push(checked);
    for (const result of checked.results) known.set(result.citation_id, result);
  }
  return {
    checks,
    moved,
    standingOf: (memory_id) => {
      const own = (citations.get(memory_id) ?? []).map(({ id }) => known.get(id) ?? UNCHECKED);
      const verdict = verdictOfCitations(own);
      if (verdict === null) return "uncited";
      if (verdict === "valid") return "verified";
      if (verdict === "unknown") return "unchecked";
      return "failed";
    },
  };
}

const UNCHECKED: Found = { status: "unchecked", confidence: null, facts: [] };

/** Of memories that a check found failing, those whose verdict is held because its commit is suspicious. */
async function heldOf(
  db: Database,
  {
    organization_id,
    checks,
    standingOf,
  }: { organization_id: string; checks: readonly Checks[]; standingOf: (memory_id: string) => Standing },
): Promise<string[]> {
  const held: string[] = [];
  for (const { repository_id, commit, results } of checks) {
    const failing = results.filter(fails);
    const memory_ids = [...new Set(failing.map(({ memory_id }) => memory_id))].filter(
      (id) => standingOf(id) === "failed",
    );
    if (memory_ids.length === 0) continue;
    if (await wouldBeHeld(db, { organization_id, repository_id, commit, memory_ids }))
      held.push(...memory_ids);
  }
  return held;
}

/** The commit that counts as the head now: a folder on this server is asked, of the others the last fetch is known. */
async function headOf(db: Database, organization_id: string, repository: Repository): Promise<string | null> {
  if (repository.source.kind !== "path") return repository.head_commit;
  const source = await openRepositorySource(db, { organization_id, repository });
  return source.headCommit();
}

async function wake(
  db: Database,
  {
    organization_id,
    citations,
    unknown,
    now,
  }: {
    organization_id: string;
    citations: Citations;
    unknown: readonly string[];
    now: Date;
  },
): Promise<void> {
  const unchecked = unknown.flatMap((id) => citations.get(id) ?? []);
  const requested_by = actorRef(jobActor(organization_id, "memory_use"));
  for (const repository_id of new Set(unchecked.map(({ repository }) => repository.id)))
    await transaction(db, (tx) =>
      requestCheck(tx, { organization_id, repository_id, cause: "use", requested_by, now }),
    );
}

/**
 * How long an agent's read waits for checks, in milliseconds. Where nothing moved it takes a few; a busy machine still
 * finds out, and nobody waits for a source that hangs.
 */
const READ_BUDGET_MS = 2_000;

/** How long an agent's read scans what only older safety rules have seen. */
export const SAFETY_BUDGET_MS = 500;

/**
 * The verification status of a memory that an agent asks for by its id, or null where that is no question: it is not
 * active. One that failed is answered as it is, because an agent that asks for it by its id may be about to correct it.
 * What was checked now and is not on record is recorded, which may have changed the memory.
 */
export async function verifyAsked(
  db: Database,
  { organization_id, memory, now }: { organization_id: string; memory: Memory; now: Date },
): Promise<{ standing: Standing | null; is_recorded: boolean }> {
  if (memory.status !== "active") return { standing: null, is_recorded: false };
  const recordings: (() => Promise<void>)[] = [];
  const standings = await verifyForUse(db, {
    organization_id,
    memories: [memory],
    budget_ms: READ_BUDGET_MS,
    now,
    on_checked: (record) => recordings.push(record),
  });
  for (const record of recordings) await record();
  const standing = standings.get(memory.id) ?? "uncited";
  if (standing === "unchecked") metrics().degraded_total.inc({ part: "verification" });
  return { standing, is_recorded: recordings.length > 0 };
}

/** Of some memories, those that hold, the status of each active one, and those that could not be checked in time. */
export type Served = {
  holding: Set<string>;
  standings: ReadonlyMap<string, Standing>;
  check_before_use: UnverifiedMemory[];
};

/**
 * What an agent may be sent of memories it found: what no safety rule in force suspects, and active ones only if they
 * hold now. What was asked for by another status is sent as it is. Nothing is recorded: that is an effect of sending.
 */
export async function serve(
  db: Database,
  {
    organization_id,
    memories,
    now,
    repositories,
  }: {
    organization_id: string;
    memories: readonly Memory[];
    now: Date;
    repositories?: readonly Repository[];
  },
): Promise<Served> {
  const blocked = await scanMemories(db, { organization_id, memories, budget_ms: SAFETY_BUDGET_MS, now });
  const safe = memories.filter(({ id }) => !blocked.has(id));
  const active = safe.filter(({ status }) => status === "active");
  const standings = await verifyForUse(db, {
    organization_id,
    memories: active,
    budget_ms: READ_BUDGET_MS,
    now,
    repositories,
  });
  const is = (id: string, ...wanted: Standing[]) => wanted.includes(standings.get(id) ?? "uncited");
  const served = active.filter(({ id }) => is(id, "verified", "uncited"));
  const unchecked = active.filter(({ id }) => is(id, "unchecked"));
  if (unchecked.length > 0) metrics().degraded_total.inc({ part: "verification" });
  const inactive = safe.filter(({ status }) => status !== "active");
  return {
    holding: new Set([...served, ...inactive].map(({ id }) => id)),
    standings,
    check_before_use: unchecked.map(({ id, kind, statement, citations }) => ({
      id,
      kind,
      statement,
      citations,
    })),
  };
}

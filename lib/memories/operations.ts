import { settingsOf } from "@/lib/access";
import {
  type CitationStatus,
  checkCitations,
  citationsOfMemories,
  findRepositoryById,
  findRepositoryByLocation,
  holds,
  type Repository,
} from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { isServedBy, type ServingTotals, sumServings, wasServed } from "@/lib/db/sql/lifecycle";
import * as sql from "@/lib/db/sql/memories";
import { searchSimilar } from "@/lib/db/sql/search";
import { type Actor, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineOperation } from "@/lib/runtime/operation";
import { markdownOf, rowsOf, uncheckedRows } from "./compact";
import {
  compactApplied,
  compactByPath,
  compactMemory,
  compactRecent,
  compactSearch,
  compactVerified,
  compactWrite,
} from "./compact-answers";
import type { AppliesTo, AppliesToInput, Memory, MemoryStatus, WriteAnswer } from "./contract";
import * as contract from "./contract";
import { decodeListCursor, encodeListCursor } from "./cursor";
import { expire, listExpirable } from "./expiry";
import { resolveRepository, seenBy, toWhere } from "./filters";
import { globalOperations } from "./global-operations";
import { assertKind, takeIn } from "./intake";
import { requestCheck } from "./jobs";
import { fromShortForm } from "./kinds";
import { nextStatus, RESTORABLE, type Transition, type Verdict } from "./lifecycle";
import { packOperations } from "./pack-operations";
import { mayRelease, mayRestore, maySeeMemory } from "./policy";
import { preferenceOperations } from "./preference-operations";
import { prepareTexts, withEarlier } from "./prepare";
import { HIGH_QUALITY, LOW_QUALITY, NO_VOTES, qualityParts } from "./quality";
import { release } from "./quarantine";
import { quarantineOperations } from "./quarantine-operations";
import { unreleased } from "./safety/allowances";
import { isStale, lookOver } from "./safety/look-over";
import { redactText } from "./safety/redaction";
import { searchMemories } from "./search";
import { recordFindings, recordServings } from "./servings";
import { SAFETY_BUDGET_MS, type Served, serve, verifyAsked } from "./standing";
import * as store from "./store";
import { storeTaken } from "./storing";
import { decideAppliesTo } from "./triggers/infer";
import { undo } from "./undo";
import { recordUses } from "./use";
import { applyChecks, type Checks, rescore } from "./verification";
import { enqueueEmbedding, markAddressed, type Stored, storeMemories, supersede } from "./writes";

type Asking = { db: Db; actor: Actor };

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });

// While memory is off ----------------------------------------------------------------------------------------

/** True when the organization has memory switched off and an agent asks: it reads nothing and stores nothing. */
async function isOff({ db, actor }: Asking): Promise<boolean> {
  return actor.kind === "agent" && !(await settingsOf(db, ofActor({ actor }))).enabled;
}

const OFF_ANSWER: WriteAnswer = {
  stored: false,
  reason: "memory_off",
  memory: null,
  duplicate_of: null,
  notes: [],
};

const written = (memory: Memory | null, notes: string[] = []): WriteAnswer => ({
  stored: true,
  reason: null,
  memory,
  duplicate_of: null,
  notes,
});

// Loading ----------------------------------------------------------------------------------------------------

type OfMemory = Asking & { input: { memory_id: string } };

async function loadMemory({ db, actor, input }: OfMemory): Promise<Memory> {
  const memory = await store.findMemory(db, { ...ofActor({ actor }), memory_id: input.memory_id });
  if (!memory || (memory.deleted_at !== null && actor.kind === "agent"))
    throw new AppError("not_found", "This memory does not exist.");
  return memory;
}

/** A memory as it may be read: what only older safety rules have seen is looked over before an agent is shown it. */
async function loadToShow(context: OfMemory & { db: Database; now: () => Date }): Promise<Memory> {
  const memory = await loadMemory(context);
  const { db, actor } = context;
  if (actor.kind !== "agent" || !isStale(memory)) return memory;
  await lookOver(db, {
    ...ofActor({ actor }),
    memories: [memory],
    budget_ms: SAFETY_BUDGET_MS,
    now: context.now(),
  });
  return loadMemory(context);
}

/** Of these, what an agent may be shown; people are shown what there is. */
async function shown<T extends Memory>(
  db: Database,
  { actor, memories, now }: { actor: Actor; memories: readonly T[]; now: Date },
): Promise<T[]> {
  if (actor.kind !== "agent") return [...memories];
  const withheld = await lookOver(db, {
    ...ofActor({ actor }),
    memories,
    budget_ms: SAFETY_BUDGET_MS,
    now,
  });
  return memories.filter(({ id }) => !withheld.has(id));
}

/** Null for an agent while memory is off: whether the memory exists is not told. */
async function loadUnlessOff(context: OfMemory): Promise<Memory | null> {
  return (await isOff(context)) ? null : loadMemory(context);
}

const maySee = (actor: Actor, memory: Memory | null) => memory === null || maySeeMemory(actor, memory);

function assertVersion({ version }: { version?: number | undefined }, memory: Memory): void {
  if (version !== undefined && version !== memory.version)
    throw new AppError(
      "conflict",
      `The memory changed meanwhile; its version is ${memory.version}. Read it again.`,
    );
}

function assertNotDeleted(memory: Memory): void {
  if (memory.deleted_at !== null) throw new AppError("conflict", "This memory is deleted; restore it first.");
}

/** The status a transition leads to. @throws AppError conflict when it does not apply. */
function statusAfter(memory: Memory, transition: Transition, remedy: string): MemoryStatus {
  assertNotDeleted(memory);
  const to = nextStatus(memory.status, transition);
  if (to === null) throw new AppError("conflict", `This memory is ${memory.status}; ${remedy}`);
  return to;
}

/** Reasons are stored too, so they hold no secret either. */
const reasonOf = async ({ input }: { input: { reason?: string | undefined } }) =>
  input.reason === undefined ? null : redactText(input.reason);

const toAnswers = (stored: readonly Stored[]): WriteAnswer[] =>
  stored.map(({ memory, duplicate_of, notes }) => ({ ...written(memory, notes), duplicate_of }));

// Storing ----------------------------------------------------------------------------------------------------

const memoryStore = defineOperation(contract.memoryStore, {
  compact: compactWrite,
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: ({ db, actor, input, subject }) =>
    subject.off ? Promise.resolve([]) : takeIn(db, { actor, memories: [input], pointer_of: () => "" }),
  handle: async ({ db, actor, prepared, now, audit }) => {
    const [answer = OFF_ANSWER] = toAnswers(await storeTaken(db, { actor, taken: prepared, now: now() }));
    if (answer.memory) audit({ subject_id: answer.memory.id, detail: { duplicate_of: answer.duplicate_of } });
    return answer;
  },
});

const memoryStoreMany = defineOperation(contract.memoryStoreMany, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: ({ db, actor, input, subject }) =>
    subject.off
      ? Promise.resolve(null)
      : takeIn(db, { actor, memories: input.memories, pointer_of: (index) => `/memories/${index}` }),
  handle: async ({ db, actor, input, prepared, now, audit }) => {
    if (prepared === null) return { results: input.memories.map(() => OFF_ANSWER), stored: 0 };
    const results = toAnswers(await storeTaken(db, { actor, taken: prepared, now: now() }));
    const stored = results.filter(({ duplicate_of }) => duplicate_of === null).length;
    audit({ detail: { ids: results.map(({ memory }) => memory?.id), stored } });
    return { results, stored };
  },
});

// Reading ----------------------------------------------------------------------------------------------------

/** `repo` is another name for `repository`. */
function oneName<T extends { repository?: string | undefined; repo?: string | undefined }>(input: T) {
  const { repo, ...rest } = input;
  return { ...rest, repository: input.repository ?? repo };
}

/** Agents are given what is active unless they ask for something else; people see all there is. */
const usualStatus = (actor: Actor): readonly MemoryStatus[] | undefined =>
  actor.kind === "agent" ? ["active"] : undefined;

const memoryList = defineOperation(contract.memoryList, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: async ({ db, actor, input, subject, now }) => {
    if (subject.off) return { items: [], next_cursor: null, total: 0 };
    const { cursor, limit, sort, ...filters } = input;
    const after = cursor === undefined ? null : decodeListCursor(sort, cursor);
    const where = await toWhere(db, { actor, filters, otherwise: usualStatus(actor) });
    const [keys, total] = await Promise.all([
      sql.findMemoryKeys(db, { where, order: { sort, after }, limit: limit + 1 }),
      sql.countMemories(db, { where }),
    ]);
    const page = keys.slice(0, limit);
    const last = page.at(-1);
    const memories = await store.memoriesByIds(db, {
      ...ofActor({ actor }),
      ids: page.map(({ id }) => id),
    });
    return {
      items: await shown(db, { actor, memories, now: now() }),
      next_cursor: keys.length > limit && last ? encodeListCursor(sort, last) : null,
      total,
    };
  },
  handle: async ({ prepared }) => prepared,
});

const memoryFacets = defineOperation(contract.memoryFacets, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  handle: async ({ db, actor, input, subject }) => {
    const rows = subject.off
      ? []
      : await sql.countFacets(db, {
          where: await toWhere(db, { actor, filters: input, otherwise: usualStatus(actor) }),
        });
    const facet = (name: string) =>
      rows.filter((row) => row.facet === name).map(({ value, count }) => ({ value, count }));
    return {
      total: rows.find((row) => row.facet === "total")?.count ?? 0,
      kind: facet("kind"),
      status: facet("status"),
      scope: facet("scope"),
      category: facet("category"),
      repository: facet("repository"),
    };
  },
});

const SIMILAR = 5;
const SIMILAR_FROM = 0.5;

const memoryGet = defineOperation(contract.memoryGet, {
  compact: compactMemory,
  load: async (context) => {
    if (await isOff(context))
      throw new AppError("not_found", "Memory is switched off for agents in this organization.");
    return loadToShow(context);
  },
  authorize: maySee,
  prepare: async (context) => {
    const { db, actor, ai, now, effects } = context;
    const { organization_id } = actor;
    const standing =
      actor.kind === "agent"
        ? await verifyAsked(db, { organization_id, memory: context.subject, now: now() })
        : null;
    // What the check found may have changed its status.
    const subject = standing === null ? context.subject : await loadMemory(context);
    const memory_id = subject.id;
    // A memory whose citations failed is sent to be corrected, not to be used.
    if (standing !== null && standing !== "failed")
      effects.onSent(() =>
        recordServings(db, {
          organization_id,
          actor: actorRef(actor),
          by: "memory_get",
          servings: [{ memory_id, standing }],
          now: now(),
        }),
      );
    const [citations, votes, chain, similar] = await Promise.all([
      citationsOfMemories(db, { organization_id, memory_ids: [memory_id] }),
      store.votesOf(db, { organization_id, memories: [subject] }),
      chainOf(db, { actor, memory: subject, now: now() }),
      similarTo(db, { actor, memory: subject, embedder: ai.embedder, now: now() }),
    ]);
    return {
      ...subject,
      citations: citations.get(memory_id) ?? [],
      quality_parts: qualityParts({ ...subject, votes: votes.get(memory_id) ?? NO_VOTES }),
      chain,
      similar,
      standing,
    };
  },
  handle: async ({ prepared }) => prepared,
});

async function chainOf(db: Database, params: { actor: Actor; memory: Memory; now: Date }) {
  const { organization_id } = params.actor;
  const ids = await sql.findChainIds(db, { organization_id, memory_id: params.memory.id });
  const seen = await visibleOf(db, { ...params, ids });
  return store.briefsByIds(db, { organization_id, ids: seen });
}

/** Those of these ids that the actor may see. */
async function visibleOf(
  db: Database,
  { actor, ids, now }: { actor: Actor; ids: readonly string[]; now: Date },
): Promise<string[]> {
  const memories = await store.memoriesByIds(db, { organization_id: actor.organization_id, ids });
  const seen = memories.filter((memory) => maySeeMemory(actor, memory));
  return (await shown(db, { actor, memories: seen, now })).map(({ id }) => id);
}

async function similarTo(
  db: Database,
  params: {
    actor: Actor;
    memory: Memory;
    embedder: { id: string; dimensions: number } | null;
    now: Date;
  },
) {
  const { actor, embedder, now } = params;
  const memory_id = params.memory.id;
  if (!embedder) return [];
  const where: sql.MemoryWhere = { ...seenBy(actor), status: ["active", "drifted"], deleted: false };
  const [near, suspected] = await Promise.all([
    searchSimilar(db, { where, embedder, memory_id, limit: SIMILAR }),
    store.findNearDuplicates(db, { organization_id: actor.organization_id, memory_id }),
  ]);
  const found = near.filter(({ id, similarity }) => similarity >= SIMILAR_FROM || suspected.has(id));
  const briefs = await store.briefsByIds(db, {
    organization_id: actor.organization_id,
    ids: await visibleOf(db, { actor, ids: found.map(({ id }) => id), now }),
  });
  return found.flatMap(({ id, similarity }) => {
    const memory = briefs.find((brief) => brief.id === id);
    return memory ? [{ memory, similarity, duplicate: suspected.has(id) }] : [];
  });
}

const memoryEventList = defineOperation(contract.memoryEventList, {
  load: loadUnlessOff,
  authorize: maySee,
  handle: ({ db, actor, input, subject }) =>
    subject === null
      ? Promise.resolve({ items: [], next_cursor: null, total: 0 })
      : store.listEvents(db, { ...ofActor({ actor }), ...input }),
});

const memorySearch = defineOperation(contract.memorySearch, {
  compact: compactSearch,
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: async ({ db, actor, input, subject, ai, now, effects }) => {
    if (subject.off)
      return {
        items: [],
        check_before_use: [],
        degraded: ["memory: off"],
        relevance_floor: 0,
        lists: { vector: 0, text: 0, trigram: 0 },
      };
    const { query, limit, ...filters } = oneName(input);
    const where = await toWhere(db, { actor, filters, otherwise: ["active"] });
    const { embedder, reranker } = ai;
    const found = await searchMemories(db, { query, where, limit, embedder, reranker, now: now() });
    const memories = found.items.map(({ memory }) => memory);
    const { holding, standings, check_before_use } = await shareable(db, { actor, memories, now: now() });
    effects.onSent(({ items }) =>
      recordFound(db, {
        actor,
        by: "memory_search",
        ids: items.map(({ memory }) => memory.id),
        standings,
        now: now(),
      }),
    );
    return { ...found, items: found.items.filter(({ memory }) => holding.has(memory.id)), check_before_use };
  },
  handle: async ({ prepared }) => prepared,
});

type Sharing = {
  actor: Actor;
  memories: readonly Memory[];
  now: Date;
  repositories?: readonly Repository[];
};

/** Agents are sent what holds, people what there is. */
async function shareable(db: Database, { actor, ...sharing }: Sharing): Promise<Served> {
  if (actor.kind !== "agent")
    return {
      holding: new Set(sharing.memories.map(({ id }) => id)),
      standings: new Map(),
      check_before_use: [],
    };
  return serve(db, { ...ofActor({ actor }), ...sharing });
}

/** Records what a search sent to an agent: the active memories. Of people nothing is recorded. */
async function recordFound(
  db: Database,
  {
    actor,
    by,
    ids,
    standings,
    now,
  }: { actor: Actor; by: string; ids: readonly string[]; standings: Served["standings"]; now: Date },
): Promise<void> {
  if (actor.kind !== "agent") return;
  const servings = ids.flatMap((memory_id) => {
    const standing = standings.get(memory_id);
    return standing === undefined ? [] : [{ memory_id, standing }];
  });
  await recordFindings(db, { ...ofActor({ actor }), actor: actorRef(actor), by, servings, now });
}

const NONE_FOUND = { items: [], check_before_use: [] };

const memoryGetRecent = defineOperation(contract.memoryGetRecent, {
  compact: compactRecent,
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: async ({ db, actor, input, subject, now }) => {
    if (subject.off) return { ...NONE_FOUND, next_cursor: null, markdown: null };
    const { limit, cursor, format, ...filters } = oneName(input);
    const where = { ...(await toWhere(db, { actor, filters, otherwise: ["active"] })), or_global: true };
    const after = cursor === undefined ? null : decodeListCursor("refreshed_at", cursor);
    const keys = await sql.findMemoryKeys(db, {
      where,
      order: { sort: "refreshed_at", after },
      limit: limit + 1,
    });
    const page = keys.slice(0, limit);
    const last = page.at(-1);
    const memories = await store.memoriesByIds(db, { ...ofActor({ actor }), ids: page.map(({ id }) => id) });
    const { holding, check_before_use } = await shareable(db, { actor, memories, now: now() });
    const items = memories.filter(({ id }) => holding.has(id));
    const next_cursor = keys.length > limit && last ? encodeListCursor("refreshed_at", last) : null;
    if (format === "json") return { items, next_cursor, markdown: null, check_before_use };
    const options = { now: now(), names_repository: filters.repository === undefined };
    const rows = [...rowsOf(items, options), ...uncheckedRows(check_before_use, options)];
    return { items: [], next_cursor, markdown: markdownOf(rows), check_before_use };
  },
  handle: async ({ prepared }) => prepared,
});

const memorySearchByPath = defineOperation(contract.memorySearchByPath, {
  compact: compactByPath,
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  prepare: async ({ db, actor, input, subject, now, effects }) => {
    if (subject.off) return NONE_FOUND;
    const { limit, repository: reference, path } = oneName(input);
    if (reference === undefined) throw invalidField("/repository", "is missing");
    const repository = await resolveRepository(db, { actor, reference, pointer: "/repository" });
    const where = await toWhere(db, { actor, filters: {}, otherwise: ["active"] });
    const memories = await store.newestMemories(db, {
      where: { ...where, path, path_repository_id: repository.id },
      limit,
    });
    const { holding, standings, check_before_use } = await shareable(db, {
      actor,
      memories,
      now: now(),
      repositories: [repository],
    });
    effects.onSent(({ items }) =>
      recordFound(db, {
        actor,
        by: "memory_search_by_path",
        ids: items.map(({ id }) => id),
        standings,
        now: now(),
      }),
    );
    return { items: memories.filter(({ id }) => holding.has(id)), check_before_use };
  },
  handle: async ({ prepared }) => prepared,
});

const memoryStats = defineOperation(contract.memoryStats, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  handle: async ({ db, actor, input, subject, ai, now }) => {
    // What is off is empty, not refused: no memory is of no status.
    const all = await toWhere(db, {
      actor,
      filters: oneName(input),
      otherwise: subject.off ? [] : undefined,
    });
    const where = { ...all, status: subject.off ? [] : ["active"] };
    const since = new Date(now().getTime() - SERVED_DAYS * DAY_MS);
    const [by_status, sorts, totals, citations, checks, uses, servings] = await Promise.all([
      sql.countByStatus(db, { where: all }),
      sql.countBySort(db, { where }),
      sql.sumMemories(db, {
        where,
        embedder_id: ai.embedder?.id ?? null,
        low: LOW_QUALITY,
        high: HIGH_QUALITY,
      }),
      sql.countCitations(db, { where: all }),
      sql.countChecks(db, { where: all }),
      sql.sumUses(db, { where: all }),
      subject.off
        ? NOTHING_SERVED
        : sumServings(db, {
            ...ofActor({ actor }),
            since,
            repository_id: all.repository_id ?? null,
            visible_repository_ids: actor.repository_ids,
          }),
    ]);
    const by = (facet: sql.CountRow["facet"]) =>
      sorts.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
    const countOf = (rows: { status: string; count: number }[]) => (status: CitationStatus) =>
      rows.find((row) => row.status === status)?.count ?? 0;
    const checked = countOf(citations);
    const found = countOf(checks);
    return {
      total: by_status.reduce((sum, { count }) => sum + count, 0),
      by_status,
      by_kind: by("kind"),
      by_agent_type: by("agent_type"),
      by_category: by("category"),
      ...totals,
      verified_share: totals.cited === 0 ? null : totals.verified / totals.cited,
      citations_by_status: {
        unchecked: checked("unchecked"),
        unchanged: checked("unchanged"),
        moved: checked("moved"),
        renamed: checked("renamed"),
        edited: checked("edited"),
        missing: checked("missing"),
        unreachable: checked("unreachable"),
      },
      checks_by_status: {
        unchanged: found("unchanged"),
        moved: found("moved"),
        renamed: found("renamed"),
        edited: found("edited"),
        missing: found("missing"),
        unreachable: found("unreachable"),
      },
      uses,
      verified_before_use: verifiedBeforeUse(servings),
    };
  },
});

const SERVED_DAYS = 30;
const NOTHING_SERVED: ServingTotals = {
  served: 0,
  cited: 0,
  verified: 0,
  found: 0,
  found_cited: 0,
  found_verified: 0,
};

function verifiedBeforeUse(totals: ServingTotals) {
  const { served, cited, verified, found, found_cited, found_verified } = totals;
  return {
    days: SERVED_DAYS,
    served,
    cited,
    verified,
    share: cited === 0 ? null : verified / cited,
    searches: {
      served: found,
      cited: found_cited,
      verified: found_verified,
      share: found_cited === 0 ? null : found_verified / found_cited,
    },
  };
}

// Changing ---------------------------------------------------------------------------------------------------

const memoryUpdate = defineOperation(contract.memoryUpdate, {
  load: loadUnlessOff,
  authorize: maySee,
  prepare: async ({ db, actor, input, subject }) => {
    if (subject === null) return null;
    const { statement = subject.statement, metadata: changes = {} } = input;
    const merged = Object.fromEntries(
      Object.entries({ ...subject.metadata, ...changes }).filter(
        ([key, value]) => value !== null || !(key in changes),
      ),
    );
    // A convention says its fact twice; both say the same after a correction too.
    if (input.statement !== undefined && merged.fact === subject.statement) merged.fact = input.statement;
    assertKind({ kind: subject.kind, statement, metadata: merged, citations: subject.citations }, "");
    const votes = await store.votesOf(db, { ...ofActor({ actor }), memories: [subject] });
    return prepareTexts(
      {
        ...subject,
        statement,
        metadata: merged,
        category: input.category ?? subject.category,
        tags: [...new Set(input.tags ?? subject.tags)],
        reasoning: input.reasoning === undefined ? subject.reasoning : input.reasoning,
        outcome: input.outcome === undefined ? subject.outcome : input.outcome,
        repository_id: subject.repository?.id ?? null,
      },
      votes.get(subject.id),
    );
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    if (subject === null || prepared === null) return OFF_ANSWER;
    assertVersion(input, subject);
    assertNotDeleted(subject);
    const { suspicions, search_text, duplicate_sha256, redactions: _, user: __, ...texts } = prepared;
    const [suspicion] = await unreleased(db, { organization_id: actor.organization_id, suspicions });
    const to = suspicion ? nextStatus(subject.status, "quarantine") : null;
    const change = {
      ...texts,
      redactions: withEarlier(subject.redactions, prepared),
      ...(input.pinned === undefined ? {} : { pinned: input.pinned }),
      search: { search_text, duplicate_sha256 },
      applies_to: appliesToAfter(subject, { ...texts, stated: input.applies_to }),
      ...(suspicion && to ? { status: { to, reason: suspicion.reason } } : {}),
      // What no transition leads out of its status is looked over again, should somebody restore it.
      ...(suspicion && !to && subject.status !== "quarantined" ? { safety_version: 0 } : {}),
    };
    const { organization_id } = actor;
    const changed = changedFields(subject, change);
    const memory_id = subject.id;
    await store.updateMemory(db, {
      organization_id,
      memory_id,
      version: subject.version,
      change,
      now: now(),
    });
    await store.insertEvents(db, {
      organization_id,
      actor: actorRef(actor),
      now: now(),
      events: [
        { memory_id, type: "updated", detail: { changed, before: pick(subject, changed) } },
        ...(suspicion && to
          ? [
              {
                memory_id,
                type: "quarantined" as const,
                reason: suspicion.reason,
                detail: { rule: suspicion.rule, from: subject.status, to },
              },
            ]
          : []),
      ],
    });
    if (changed.some((field) => EMBEDDED_FIELDS.has(field))) {
      await store.deleteEmbeddings(db, { organization_id, memory_id });
      await enqueueEmbedding(db, { organization_id, ids: [memory_id] });
    }
    audit({ subject_id: memory_id, detail: { changed } });
    return written(await store.findMemory(db, { organization_id, memory_id }));
  },
});

const EDITABLE = [
  "statement",
  "category",
  "tags",
  "reasoning",
  "outcome",
  "metadata",
  "pinned",
  "applies_to",
] as const;
type Editable = (typeof EDITABLE)[number];
const EMBEDDED_FIELDS: ReadonlySet<Editable> = new Set([
  "statement",
  "tags",
  "reasoning",
  "outcome",
  "metadata",
]);

function statedAppliesTo({ applies_to }: Memory): AppliesToInput | undefined {
  if (applies_to === null || applies_to.origin === "inferred") return undefined;
  const { globs, changes, roles } = applies_to;
  return { globs, changes, roles };
}

/** What a person or a caller stated outlives a changed text; what was inferred is inferred again. */
function appliesToAfter(
  memory: Memory,
  change: Pick<Memory, "statement" | "reasoning" | "metadata"> & {
    stated: AppliesToInput | null | undefined;
  },
): AppliesTo {
  const { statement, reasoning, metadata, stated = statedAppliesTo(memory) ?? null } = change;
  const paths = memory.citations.map(({ path }) => path);
  return decideAppliesTo({ stated, statement, reasoning, metadata, kind: memory.kind, paths });
}

function changedFields(memory: Memory, change: Partial<Pick<Memory, Editable>>): Editable[] {
  return EDITABLE.filter(
    (field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(memory[field]),
  );
}

const pick = (memory: Memory, fields: readonly Editable[]) =>
  Object.fromEntries(fields.map((field) => [field, memory[field]]));

const memoryInvalidate = defineOperation(contract.memoryInvalidate, {
  compact: compactWrite,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    audit({ subject_id: subject.id, detail: { reason } });
    return invalidateOne(db, { actor, memory: subject, reason, now: now() });
  },
});

type Decided = { actor: Actor; memory: Memory; now: Date };

/** @throws AppError conflict when the memory is not served any more anyway. */
async function invalidateOne(tx: Db, params: Decided & { reason: string | null }): Promise<WriteAnswer> {
  const to = statusAfter(params.memory, "invalidate", "only what may still be served can be invalidated.");
  return moveTo(tx, { ...params, to, type: "invalidated" });
}

type Move = {
  actor: Actor;
  memory: Memory;
  now: Date;
  to: MemoryStatus;
  reason: string | null;
  type: "invalidated" | "restored";
  change?: store.MemoryChange;
};

/** Changes the status of a loaded memory, with its event. */
async function moveTo(tx: Db, { actor, memory, now, to, reason, type, change }: Move): Promise<WriteAnswer> {
  const { organization_id } = actor;
  const memory_id = memory.id;
  await store.updateMemory(tx, {
    organization_id,
    memory_id,
    version: memory.version,
    now,
    change: { ...change, status: { to, reason: to === "active" ? null : reason } },
  });
  await store.insertEvents(tx, {
    organization_id,
    actor: actorRef(actor),
    now,
    events: [{ memory_id, type, reason, detail: { from: memory.status, to } }],
  });
  return written(await store.findMemory(tx, { organization_id, memory_id }));
}

const memorySupersede = defineOperation(contract.memorySupersede, {
  compact: compactWrite,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: async ({ db, actor, input, subject }) => {
    if (subject === null) return null;
    const { memory_id: _, version: __, reason: why, correction_reason = why, ...short } = input;
    const correction = fromShortForm({ ...short, kind: short.kind ?? subject.kind });
    const [taken] = await takeIn(db, {
      actor,
      memories: [
        {
          ...correction,
          // A convention's subject and reason outlive a corrected fact.
          metadata: correctedMetadata(subject, correction),
          category: correction.category ?? subject.category,
          tags: correction.tags ?? subject.tags,
          applies_to: correction.applies_to ?? statedAppliesTo(subject),
          session_id: correction.session_id ?? subject.session_id ?? undefined,
        },
      ],
      inherited: { repository_id: subject.repository?.id ?? null, scope: subject.scope },
      pending_repository: subject.pending_repository,
      pointer_of: () => "",
    });
    if (!taken) throw new Error("one memory was given and one is taken in");
    return { ...taken, reason: correction_reason === undefined ? null : await redactText(correction_reason) };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    if (subject === null || prepared === null) return OFF_ANSWER;
    assertVersion(input, subject);
    statusAfter(
      subject,
      "supersede",
      `correct what replaced it${subject.superseded_by ? ` (${subject.superseded_by})` : ""}.`,
    );
    const [stored] = await storeMemories(db, {
      ...ofActor({ actor }),
      actor: actorRef(actor),
      memories: [prepared.memory],
      now: now(),
      replacing: subject.id,
    });
    if (!stored) throw new Error("one memory was given and one is stored");
    await supersede(db, {
      ...ofActor({ actor }),
      actor: actorRef(actor),
      now: now(),
      memory_id: subject.id,
      by: stored.memory.id,
      created: stored.duplicate_of === null,
      from: subject.status,
      reason: prepared.reason,
      version: subject.version,
    });
    audit({ subject_id: subject.id, detail: { by: stored.memory.id, reason: prepared.reason } });
    return {
      ...written(stored.memory, [...prepared.notes, ...stored.notes]),
      duplicate_of: stored.duplicate_of,
    };
  },
});

function correctedMetadata(
  memory: Memory,
  {
    kind,
    metadata,
    statement,
  }: {
    kind?: Memory["kind"] | undefined;
    statement?: string | undefined;
    metadata: Record<string, unknown>;
  },
): contract.MemoryInput["metadata"] {
  const own = kind === undefined || kind === memory.kind ? memory.metadata : {};
  const merged: Record<string, unknown> = { ...own, ...metadata };
  if (statement !== undefined && metadata.fact === undefined && merged.fact !== undefined)
    merged.fact = statement;
  return merged as contract.MemoryInput["metadata"];
}

/** What the citations of a memory say now, by repository. Git work: outside any transaction. */
async function checkNow(db: Database, actor: Actor, memory: Memory, ref?: string): Promise<Checks[]> {
  const repository_ids = new Set(memory.citations.map(({ repository }) => repository.id));
  const checks: Checks[] = [];
  for (const repository_id of repository_ids)
    checks.push(
      await checkCitations(db, {
        ...ofActor({ actor }),
        repository_id,
        memory_ids: [memory.id],
        ...(ref === undefined ? {} : { ref }),
      }),
    );
  return checks;
}

const memoryRefresh = defineOperation(contract.memoryRefresh, {
  compact: compactWrite,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: ({ db, actor, subject }) =>
    subject === null ? Promise.resolve([]) : checkNow(db, actor, subject),
  handle: async ({ db, actor, input, subject, prepared: checks, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    statusAfter(subject, "refresh", "restore or supersede it instead.");
    const { organization_id } = actor;
    const memory_id = subject.id;
    const [verified] = await applyChecks(db, { organization_id, actor: actorRef(actor), checks, now: now() });
    const checked = await store.findMemory(db, { organization_id, memory_id });
    if (!checked) throw new AppError("not_found", "This memory does not exist.");
    const verdict = verified?.verdict ?? null;
    audit({ subject_id: memory_id, detail: { verdict } });
    if (verdict !== null && verdict !== "valid")
      return {
        ...written(checked),
        stored: false,
        reason: verdict === "unknown" ? ("citations_unreachable" as const) : ("citations_invalid" as const),
        notes: checks.flatMap(({ results }) =>
          results.filter(({ status }) => !holds(status)).map(({ reason }) => reason),
        ),
      };
    await confirm(db, { actor, memory: checked, from: subject.status, verdict, now: now() });
    const note = verdict === null ? ["It cites nothing, so nothing was checked."] : [];
    return written(await store.findMemory(db, { organization_id, memory_id }), note);
  },
});

/** Makes a memory whose citations hold active, and newer than what was confirmed before. */
async function confirm(
  tx: Db,
  { actor, memory, from, verdict, now }: Decided & { from: MemoryStatus; verdict: Verdict | null },
): Promise<void> {
  const { organization_id } = actor;
  await store.updateMemory(tx, {
    organization_id,
    memory_id: memory.id,
    version: memory.version,
    now,
    change: {
      refreshed_at: now,
      ...(memory.status === "active" ? {} : { status: { to: "active" as const, reason: null } }),
    },
  });
  await store.insertEvents(tx, {
    organization_id,
    actor: actorRef(actor),
    now,
    events: [
      {
        memory_id: memory.id,
        type: "refreshed",
        detail: {
          from,
          verdict,
          refreshed_at: memory.refreshed_at,
          ...(memory.status === "active" ? {} : { from: memory.status, to: "active" }),
        },
      },
    ],
  });
}

/** Confirms a memory after its check was recorded. @throws AppError conflict when its citations do not hold. */
async function refreshOne(tx: Db, params: Decided & { verdict: Verdict | null }): Promise<void> {
  const { actor, memory, verdict } = params;
  statusAfter(memory, "refresh", "restore or supersede it instead.");
  if (verdict === "unknown")
    throw new AppError("conflict", "The repository could not be read; nothing counts against the memory.");
  if (verdict !== null && verdict !== "valid")
    throw new AppError("conflict", "Its citations do not hold; supersede or invalidate it.");
  const checked = await store.findMemory(tx, { ...ofActor({ actor }), memory_id: memory.id });
  if (checked) await confirm(tx, { ...params, memory: checked, from: memory.status });
}

// Using ------------------------------------------------------------------------------------------------------

const NOT_USED = { stored: false, reason: "memory_off" as const, memory: null, notes: [] };

const memoryLogApplied = defineOperation(contract.memoryLogApplied, {
  compact: compactApplied,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: async ({ db, actor, input, subject }) =>
    subject === null
      ? null
      : {
          checks: await checkNow(db, actor, subject),
          task: input.task === undefined ? null : await redactText(input.task),
        },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    if (subject === null || prepared === null)
      return { ...NOT_USED, counted: false, refreshed: false, verdict: null };
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const memory_id = subject.id;
    const by = actorRef(actor);
    await assertServed(db, { actor, memory_id, recall_id: input.recall_id });
    const [verified] = await applyChecks(db, {
      organization_id,
      actor: by,
      checks: prepared.checks,
      now: now(),
    });
    const verdict = verified?.verdict ?? null;
    const from = verified?.status ?? subject.status;
    const to = verdict === "valid" ? nextStatus(from, "refresh") : null;
    const refreshed = to !== null;
    const run = pickGiven({ session_id: input.session_id, recall_id: input.recall_id });
    const counted =
      Object.keys(run).length === 0 ||
      !(await store.hasEvent(db, { organization_id, memory_id, type: "applied", actor: by, detail: run }));
    if (refreshed && to !== from)
      await store.moveStatus(db, { organization_id, ids: [memory_id], from, to, reason: null, now: now() });
    // Reading it by its id counted as a use already; applying it is what came of that one.
    const served =
      input.recall_id !== undefined ||
      (await wasServed(db, {
        organization_id,
        memory_id,
        actor: by,
        since: new Date(now().getTime() - DAY_MS),
      }));
    await store.recordUse(db, {
      organization_id,
      memory_id,
      refreshed,
      now: now(),
      counted: counted && !served,
    });
    await store.insertEvents(db, {
      organization_id,
      actor: by,
      now: now(),
      events: [
        ...(counted
          ? [{ memory_id, type: "applied" as const, reason: prepared.task, detail: { ...run, verdict } }]
          : []),
        ...(refreshed
          ? [
              {
                memory_id,
                type: "refreshed" as const,
                detail: { from, to, verdict, refreshed_at: subject.refreshed_at },
              },
            ]
          : []),
      ],
    });
    const memory = await rescored(db, { organization_id, memory_id });
    audit({ subject_id: memory_id, detail: { verdict, refreshed, counted } });
    const notes = refreshed ? [] : [whyNotRefreshed(memory, verdict)];
    return { stored: true, reason: null, memory, counted, refreshed, verdict, notes };
  },
});

/** @throws AppError invalid_input for a recall that did not serve the memory, or was another agent's. */
async function assertServed(
  db: Db,
  { actor, memory_id, recall_id }: { actor: Actor; memory_id: string; recall_id: string | undefined },
): Promise<void> {
  if (recall_id === undefined) return;
  const { organization_id } = actor;
  const agent = actor.kind === "agent" ? actor.name : null;
  if (!(await isServedBy(db, { organization_id, recall_id, memory_id, agent })))
    throw invalidField(
      "/recall_id",
      "is no recall that served you this memory; leave it out to go without one",
    );
}

/** The fields that were given. */
function pickGiven(fields: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  return Object.fromEntries(present);
}

function whyNotRefreshed(memory: Memory, verdict: Verdict | null): string {
  if (verdict === null) return "It cites nothing, so nothing was checked and it was not refreshed.";
  if (verdict === "unknown") return "Its citations could not be read now, so it was not refreshed.";
  if (verdict !== "valid")
    return "Its citations no longer hold, so it was not refreshed: supersede it with the correction, or invalidate it.";
  const instead = memory.superseded_by === null ? "" : ` by ${memory.superseded_by}`;
  return `It is ${memory.status}${instead}, so it was not refreshed and should not be applied again.`;
}

const memoryFeedback = defineOperation(contract.memoryFeedback, {
  compact: compactWrite,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return { ...NOT_USED, recorded: false };
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const { memory_id, feedback, recall_id = null } = input;
    await assertServed(db, { actor, memory_id, recall_id: input.recall_id });
    const recorded = await recordUses(db, {
      organization_id,
      actor: actorRef(actor),
      recall_id,
      uses: [{ memory_id, use: feedback, reason }],
      now: now(),
    });
    audit({ subject_id: memory_id, detail: { feedback, recall_id } });
    const memory = await rescored(db, { organization_id, memory_id });
    const notes =
      feedback === "contradicted" && memory.status === "active"
        ? ["It is still active: supersede it with what is right, or invalidate it."]
        : [];
    return { stored: true, reason: null, memory, recorded: recorded > 0, notes };
  },
});

const memoryRate = defineOperation(contract.memoryRate, {
  load: loadUnlessOff,
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return { ...NOT_USED, replaced: false };
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const memory_id = subject.id;
    const { usefulness, recall_id = null } = input;
    const by = actorRef(actor);
    await assertServed(db, { actor, memory_id, recall_id: input.recall_id });
    const replaced = await store.hasEvent(db, {
      organization_id,
      memory_id,
      type: "rated",
      actor: by,
      detail: { recall_id },
    });
    await store.insertEvents(db, {
      organization_id,
      actor: by,
      now: now(),
      events: [{ memory_id, type: "rated", reason, detail: { usefulness, recall_id } }],
    });
    audit({ subject_id: memory_id, detail: { usefulness, recall_id } });
    const memory = await rescored(db, { organization_id, memory_id });
    return { stored: true, reason: null, memory, replaced, notes: [] };
  },
});

/** The memory with the quality that its events give it now. */
async function rescored(tx: Db, params: { organization_id: string; memory_id: string }): Promise<Memory> {
  const { organization_id } = params;
  const used = await store.findMemory(tx, params);
  if (used) await rescore(tx, { organization_id, memories: [used] });
  const memory = used && (await store.findMemory(tx, params));
  if (!memory) throw new AppError("not_found", "This memory does not exist.");
  return memory;
}

const memoryDelete = defineOperation(contract.memoryDelete, {
  load: loadUnlessOff,
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    audit({ subject_id: subject.id, detail: { reason } });
    if (subject.deleted_at !== null) return written(subject);
    return setDeleted(db, { actor, memory: subject, now: now(), deleted: true, reason });
  },
});

async function setDeleted(
  tx: Db,
  {
    actor,
    memory,
    now,
    deleted,
    reason,
  }: { actor: Actor; memory: Memory; now: Date; deleted: boolean; reason: string | null },
): Promise<WriteAnswer> {
  const { organization_id } = actor;
  const memory_id = memory.id;
  await store.updateMemory(tx, {
    organization_id,
    memory_id,
    version: memory.version,
    now,
    change: { deleted_at: deleted ? now : null },
  });
  await store.insertEvents(tx, {
    organization_id,
    actor: actorRef(actor),
    now,
    events: [
      {
        memory_id,
        type: deleted ? "deleted" : "restored",
        reason,
        ...(!deleted && { detail: { from: "deleted" } }),
      },
    ],
  });
  return written(await store.findMemory(tx, { organization_id, memory_id }));
}

const memoryRestore = defineOperation(contract.memoryRestore, {
  load: loadUnlessOff,
  authorize: (actor, memory) => maySee(actor, memory) && mayRestore(actor),
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return OFF_ANSWER;
    assertVersion(input, subject);
    audit({
      subject_id: subject.id,
      detail: { from: subject.deleted_at ? "deleted" : subject.status, reason },
    });
    return restoreOne(db, { actor, memory: subject, reason, now: now() });
  },
});

/** @throws AppError conflict when there is nothing to undo. */
async function restoreOne(tx: Db, params: Decided & { reason: string | null }): Promise<WriteAnswer> {
  const { actor, memory } = params;
  if (memory.deleted_at !== null) return setDeleted(tx, { ...params, deleted: false });
  if (!RESTORABLE.has(memory.status))
    throw new AppError("conflict", `This memory is ${memory.status}; there is nothing to undo.`);
  const to = await statusBefore(tx, actor, memory);
  return moveTo(tx, { ...params, to, type: "restored", change: { superseded_by: null } });
}

/** The status that was left for the present one: a quarantined memory that was invalidated is quarantined again. */
async function statusBefore(db: Db, actor: Actor, memory: Memory): Promise<MemoryStatus> {
  const event = await store.findArrival(db, {
    ...ofActor({ actor }),
    memory_id: memory.id,
    status: memory.status,
  });
  const from = event?.detail.from;
  return contract.MEMORY_STATUSES.find((status) => status === from && !RESTORABLE.has(status)) ?? "active";
}

const memoryUndo = defineOperation(contract.memoryUndo, {
  load: loadUnlessOff,
  // Whose step it is, and so who may undo it, is found out in the transaction.
  authorize: maySee,
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    if (subject === null) return { ...OFF_ANSWER, undone: null };
    assertVersion(input, subject);
    const at = now();
    const event = await undo(db, { actor, memory: subject, event_id: input.event_id, reason, now: at });
    audit({ subject_id: subject.id, detail: { undone: event.type, event_id: event.id, reason } });
    const memory = await store.findMemory(db, { ...ofActor({ actor }), memory_id: subject.id });
    return { ...written(memory), undone: event.type };
  },
});

const memoryExpire = defineOperation(contract.memoryExpire, {
  // A key that is bound to repositories does not decide on the others' memories.
  authorize: (actor) => actor.repository_ids === null,
  handle: async ({ db, actor, input: { dry_run }, now, audit }) => {
    const tenant = { ...ofActor({ actor }), now: now() };
    const { items, total } = await listExpirable(db, tenant);
    const expired = dry_run ? items : await expire(db, { ...tenant, actor: actorRef(actor) });
    audit({ detail: { dry_run, total, expired: dry_run ? 0 : expired.length } });
    const briefs = await store.briefsByIds(db, { ...tenant, ids: expired.map(({ id }) => id) });
    return {
      dry_run,
      total,
      items: expired.flatMap(({ id, rule, reason }) => {
        const memory = briefs.find((brief) => brief.id === id);
        return memory ? [{ memory, rule, reason }] : [];
      }),
    };
  },
});

const memoryRelease = defineOperation(contract.memoryRelease, {
  load: loadMemory,
  authorize: (actor, memory) => maySeeMemory(actor, memory) && mayRelease(actor),
  prepare: reasonOf,
  handle: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    assertVersion(input, subject);
    audit({ subject_id: subject.id, detail: { reason } });
    await release(db, { actor, memory: subject, reason, now: now() });
    return written(await store.findMemory(db, { ...ofActor({ actor }), memory_id: subject.id }));
  },
});

const memoryMarkAddressed = defineOperation(contract.memoryMarkAddressed, {
  load: async (context) => ({ off: await isOff(context) }),
  authorize: () => true,
  handle: async ({ db, actor, input, subject, now, audit }) => {
    if (subject.off) return { count: 0, ids: [] };
    const ids = await markAddressed(db, {
      ...ofActor({ actor }),
      ...input,
      actor: actorRef(actor),
      repository_ids: actor.repository_ids,
      now: now(),
    });
    audit({ detail: { ids, addressed: input.addressed } });
    return { count: ids.length, ids };
  },
});

const memoryDecideMany = defineOperation(contract.memoryDecideMany, {
  load: async ({ db, actor, input }) => {
    if (await isOff({ db, actor })) return null;
    const found = await store.memoriesByIds(db, { ...ofActor({ actor }), ids: [...new Set(input.ids)] });
    // One that may not be seen is not there.
    return found.filter(
      (memory) => maySeeMemory(actor, memory) && (memory.deleted_at === null || mayRestore(actor)),
    );
  },
  authorize: (actor, _subject, { decision }) => decision !== "restore" || mayRestore(actor),
  prepare: async (context) => {
    const { db, actor, input, subject } = context;
    const reason = await reasonOf(context);
    const checks: Checks[] = [];
    if (input.decision === "refresh")
      for (const [repository_id, memory_ids] of citedRepositories(subject ?? []))
        checks.push(await checkCitations(db, { ...ofActor({ actor }), repository_id, memory_ids }));
    return { reason, checks };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const memories = new Map((subject ?? []).map((memory) => [memory.id, memory]));
    const refused: { memory_id: string; detail: string }[] = [];
    const ids: string[] = [];
    const at = now();
    const { reason, checks } = prepared;
    const verdicts = new Map(
      checks.length === 0
        ? []
        : (await applyChecks(db, { ...ofActor({ actor }), actor: actorRef(actor), checks, now: at })).map(
            ({ memory_id, verdict }) => [memory_id, verdict],
          ),
    );
    for (const memory_id of new Set(input.ids)) {
      const memory = memories.get(memory_id);
      try {
        if (!memory) throw new AppError("not_found", "This memory does not exist.");
        if (input.decision === "invalidate") await invalidateOne(db, { actor, memory, reason, now: at });
        else if (input.decision === "restore") await restoreOne(db, { actor, memory, reason, now: at });
        else await refreshOne(db, { actor, memory, verdict: verdicts.get(memory_id) ?? null, now: at });
        ids.push(memory_id);
      } catch (error) {
        // Each of these is thrown before the first write of its memory.
        if (!(error instanceof AppError)) throw error;
        refused.push({ memory_id, detail: error.message });
      }
    }
    audit({ detail: { ids, reason, refused: refused.length } });
    return { ids, refused };
  },
});

/** The repositories that memories cite, with the memories that cite each. */
function citedRepositories(memories: readonly Memory[]): Map<string, string[]> {
  const cited = new Map<string, Set<string>>();
  for (const { id, citations } of memories)
    for (const { repository } of citations)
      cited.set(repository.id, (cited.get(repository.id) ?? new Set()).add(id));
  return new Map([...cited].map(([repository_id, ids]) => [repository_id, [...ids]]));
}

// Verifying --------------------------------------------------------------------------------------------------

const memoryVerifyCitations = defineOperation(contract.memoryVerifyCitations, {
  compact: compactVerified,
  load: loadUnlessOff,
  authorize: maySee,
  prepare: ({ db, actor, input, subject }) =>
    subject === null ? Promise.resolve([]) : checkNow(db, actor, subject, input.ref),
  handle: async ({ db, actor, input, subject, prepared: checks, now, audit }) => {
    const nothing = { stored: false, valid: null, status: null, citations: [] };
    const none = { valid_count: 0, invalid_count: 0, unknown_count: 0 };
    if (subject === null) return { ...nothing, reason: "memory_off" as const, ...none };
    const { organization_id } = actor;
    // Another branch says nothing about the one the memory is believed on: it is answered and not recorded.
    const [verified] =
      input.ref === undefined
        ? await applyChecks(db, { organization_id, actor: actorRef(actor), checks, now: now() })
        : [];
    const results = new Map(
      checks.flatMap((check) => check.results).map((result) => [result.citation_id, result]),
    );
    const stored = await citationsOfMemories(db, { organization_id, memory_ids: [subject.id] });
    const citations = (stored.get(subject.id) ?? []).map((citation) => {
      const result = results.get(citation.id);
      const status = result?.status ?? citation.status;
      const path = result?.path ?? citation.path;
      return {
        id: citation.id,
        path,
        line_start: result?.line_start ?? citation.line_start,
        line_end: result?.line_end ?? citation.line_end,
        exists: holds(status) || status === "edited",
        status,
        content: result?.found_text ?? (holds(status) ? citation.snippet : null),
        error: holds(status) ? null : (result?.reason ?? citation.reason),
      };
    });
    const valid_count = citations.filter(({ status }) => holds(status)).length;
    const invalid_count = citations.filter(
      ({ status }) => status === "edited" || status === "missing",
    ).length;
    const unknown_count = citations.length - valid_count - invalid_count;
    audit({ subject_id: subject.id, detail: { valid_count, invalid_count, unknown_count } });
    return {
      stored: input.ref === undefined,
      reason: null,
      valid: invalid_count > 0 ? false : valid_count > 0 && unknown_count === 0 ? true : null,
      status: verified?.status ?? subject.status,
      citations,
      valid_count,
      invalid_count,
      unknown_count,
    };
  },
});

const repositoryCheck = defineOperation(contract.repositoryCheck, {
  load: async ({ db, actor, input: { repository_id } }) => {
    const repository = await findRepositoryById(db, { ...ofActor({ actor }), repository_id });
    if (!repository) throw noRepository();
    return repository;
  },
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  handle: async ({ db, actor, input, subject, now, audit }) => {
    const answer = await requestCheck(db, {
      ...ofActor({ actor }),
      repository_id: subject.id,
      cause: "request",
      everything: true,
      ...(input.memory_ids && { memory_ids: [...new Set(input.memory_ids)] }),
      requested_by: actorRef(actor),
      now: now(),
    });
    if (!answer) throw noRepository();
    audit({ subject_id: subject.id, detail: { check_id: answer.run.id } });
    return { enqueued: answer.opened, repository_id: subject.id, check_id: answer.run.id };
  },
});

const noRepository = () => new AppError("not_found", "This repository does not exist.");

const BRANCHES = "refs/heads/";
const NO_COMMIT = /^0+$/;

const repositoryPush = defineOperation(contract.repositoryPush, {
  load: async ({ db, actor, input: { repository: reference } }) =>
    (await findRepositoryByLocation(db, { ...ofActor({ actor }), location: reference })) ??
    resolveRepository(db, { actor, reference, pointer: "/repository" }),
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  handle: async ({ db, actor, input, subject, now, audit }) => {
    const { ref, after, forced } = input;
    const repository_id = subject.id;
    audit({ subject_id: repository_id, detail: { ref, after, forced } });
    const nothing = (reason: "other_branch" | "branch_deleted" | "already_checked") => ({
      accepted: false,
      reason,
      repository_id,
      check_id: null,
    });
    const branch = ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : ref;
    // Before its first fetch nobody knows which branch is the default one; a check reads that one whatever was pushed.
    const other = subject.default_branch !== null && branch !== subject.default_branch;
    if (other || (ref.startsWith("refs/") && !ref.startsWith(BRANCHES))) return nothing("other_branch");
    if (NO_COMMIT.test(after)) return nothing("branch_deleted");
    const answer = await requestCheck(db, {
      ...ofActor({ actor }),
      repository_id,
      cause: "push",
      commit: after,
      requested_by: actorRef(actor),
      now: now(),
    });
    if (!answer) return nothing("already_checked");
    return { accepted: true, reason: null, repository_id, check_id: answer.run.id };
  },
});

export const operations = [
  memoryStore,
  memoryStoreMany,
  memoryList,
  memoryFacets,
  memoryGet,
  memoryEventList,
  memorySearch,
  memoryGetRecent,
  memorySearchByPath,
  memoryStats,
  memoryUpdate,
  memoryInvalidate,
  memorySupersede,
  memoryRefresh,
  memoryDelete,
  memoryRestore,
  memoryRelease,
  memoryUndo,
  memoryExpire,
  memoryMarkAddressed,
  memoryDecideMany,
  memoryLogApplied,
  memoryFeedback,
  memoryRate,
  memoryVerifyCitations,
  repositoryCheck,
  repositoryPush,
  ...globalOperations,
  ...quarantineOperations,
  ...packOperations,
  ...preferenceOperations,
];

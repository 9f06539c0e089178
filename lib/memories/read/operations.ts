import { citationsOfMemories } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { countFacets, countMemories } from "@/lib/db/sql/memory-counts";
import { searchSimilar } from "@/lib/db/sql/search";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import type { InputOf, OutputOf } from "@/lib/kernel/contract";
import { nextCursor } from "@/lib/kernel/pagination";
import { defineQuery } from "@/lib/runtime/operation";
import { compactMemory } from "../answers/compact-answers";
import { conditionsAt, countsSince, lookingBack } from "../as-of/compared";
import { momentOf } from "../as-of/moment";
import { memoriesThen } from "../as-of/queries";
import type { AsOf, Memory, MemoryBrief, MemoryStatus } from "../contract";
import * as contract from "../contract";
import { NO_VOTES, qualityParts } from "../feedback/quality";
import { recordServings } from "../feedback/servings";
import * as eventQueries from "../lifecycle/event-queries";
import * as memoryQueries from "../memory/queries";
import * as sql from "../memory/rows";
import { maySeeMemory } from "../policy";
import { decodeListCursor, encodeListCursor } from "../search/cursor";
import { seenBy, toWhere } from "../search/filters";
import * as nearDuplicateQueries from "../search/near-duplicate-queries";
import { loadMemory, loadToShow, shown } from "../shared/loading";
import { verifyAsked } from "../verification/verify-for-use";

/** Agents are given what is active unless they ask for something else; people see all there is. */
export const usualStatus = (actor: Actor): readonly MemoryStatus[] | undefined => {
  if (actor.kind === "agent") return ["active"];
  return undefined;
};

export const memoryList = defineQuery(contract.memoryList, {
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, now }) => {
    const { cursor, limit, sort, as_of: _, time_zone: __, since, ...filters } = input;
    const after = cursor === undefined ? null : decodeListCursor(sort, cursor);
    const moment = await momentOf(db, { actor, input, now: now() });
    const matching = await toWhere(db, { actor, filters, otherwise: usualStatus(actor) });
    const where = { ...matching, ...conditionsAt(actor, { moment, since }) };
    const [keys, total] = await Promise.all([
      sql.findMemoryKeys(db, { where, order: { sort, after }, limit: limit + 1 }),
      countMemories(db, { where }),
    ]);
    const page = keys.slice(0, limit);
    const rows = { actor, where, ids: page.map(({ id }) => id), now: now() };
    return {
      ...(moment === null ? await rowsNow(db, rows) : await rowsThen(db, { ...rows, moment })),
      next_cursor: nextCursor(keys, limit, (last) => encodeListCursor(sort, last)),
      total,
    };
  },
});

type Rows = { actor: Actor; where: MemoryWhere; ids: readonly string[]; now: Date };

async function rowsNow(db: Database, { actor, ids, now }: Rows): Promise<{ items: Memory[] }> {
  const memories = await memoryQueries.memoriesByIds(db, { ...tenantOf({ actor }), ids });
  return { items: await shown(db, { actor, memories, now }) };
}

/** The rows of a list at an earlier moment, with what became of each. */
async function rowsThen(db: Database, { actor, where, ids, now, moment }: Rows & { moment: AsOf }) {
  const found = await memoriesThen(db, { ...tenantOf({ actor }), ...lookingBack(actor, moment), ids });
  const isNow = where.since === "added" || where.since === "returned";
  const memories = found.map((one) => (isNow ? one.now : (one.was ?? one.now)));
  const items = await shown(db, { actor, memories, now });
  const kept = new Set(items.map(({ id }) => id));
  const marks = found.map(({ mark }) => mark).filter(({ memory_id }) => kept.has(memory_id));
  return { items, as_of: { ...moment, counts: await countsSince(db, where, moment.at), marks } };
}

function averageOf(value: string | undefined): number | null {
  if (value === undefined || value === "") return null;
  return Number(value);
}

export const memoryFacets = defineQuery(contract.memoryFacets, {
  authorize: "filtered",
  read: async ({ db, actor, input, now }) => {
    const { as_of: _, time_zone: __, since, ...filters } = input;
    const moment = await momentOf(db, { actor, input, now: now() });
    const matching = await toWhere(db, { actor, filters, otherwise: usualStatus(actor) });
    const where = { ...matching, ...conditionsAt(actor, { moment, since }) };
    const rows = await countFacets(db, { where });
    const facet = (name: string) =>
      rows.filter((row) => row.facet === name).map(({ value, count }) => ({ value, count }));
    return {
      total: rows.find((row) => row.facet === "total")?.count ?? 0,
      average_quality: averageOf(rows.find((row) => row.facet === "quality")?.value),
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

/** People are shown what is on record. */
const NOT_ASKED = { standing: null, is_recorded: false };

export const memoryGet = defineQuery(contract.memoryGet, {
  compact: compactMemory,
  records: true,
  load: loadToShow,
  authorize: maySeeMemory,
  read: async (context) => {
    const { db, actor, ai, now, effects } = context;
    const { organization_id } = actor;
    const { standing, is_recorded } =
      actor.kind === "agent"
        ? await verifyAsked(db, { organization_id, memory: context.subject, now: now() })
        : NOT_ASKED;
    // What a check found may have changed its status.
    const subject = is_recorded ? await loadMemory(context) : context.subject;
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
      eventQueries.votesOf(db, { organization_id, memories: [subject] }),
      chainOf(db, { actor, memory: subject, now: now() }),
      similarTo(db, { actor, memory: subject, embedder: ai.embedder, now: now() }),
    ]);
    return {
      ...subject,
      ...(await pastOf(context, subject)),
      citations: citations.get(memory_id) ?? [],
      quality_parts: qualityParts({ ...subject, votes: votes.get(memory_id) ?? NO_VOTES }),
      chain,
      similar,
      standing,
    };
  },
});

/** How a memory was at the moment that is asked about; nothing where none is. */
async function pastOf(
  {
    db,
    actor,
    input,
    now,
  }: { db: Database; actor: Actor; input: InputOf<typeof contract.memoryGet>; now: () => Date },
  memory: Memory,
): Promise<Pick<OutputOf<typeof contract.memoryGet>, "as_of">> {
  const asked = { ...input, repository: memory.repository?.id };
  const moment = await momentOf(db, { actor, input: asked, now: now() });
  if (moment === null) return {};
  const [found] = await memoriesThen(db, {
    ...tenantOf({ actor }),
    ...lookingBack(actor, moment),
    ids: [memory.id],
  });
  if (!found) return {};
  return { as_of: { ...moment, memory: found.was, mark: found.mark } };
}

async function chainOf(db: Database, params: { actor: Actor; memory: Memory; now: Date }) {
  const { organization_id } = params.actor;
  const ids = await sql.findChainIds(db, { organization_id, memory_id: params.memory.id });
  // Most were never replaced, and the memory itself is known.
  if (ids.length === 1) return [memoryQueries.briefOf(params.memory)];
  return visibleOf(db, { ...params, ids });
}

/** Briefs of those of these ids that the actor may see, oldest first. */
async function visibleOf(
  db: Database,
  { actor, ids, now }: { actor: Actor; ids: readonly string[]; now: Date },
): Promise<MemoryBrief[]> {
  const memories = await memoryQueries.memoriesByIds(db, { organization_id: actor.organization_id, ids });
  const seen = memories.filter((memory) => maySeeMemory(actor, memory));
  const briefs = (await shown(db, { actor, memories: seen, now })).map(memoryQueries.briefOf);
  return briefs.sort((a, b) => a.id.localeCompare(b.id));
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
  const where: MemoryWhere = { ...seenBy(actor), status: ["active", "drifted"], deleted: false };
  const [near, suspected] = await Promise.all([
    searchSimilar(db, { where, embedder, memory_id, limit: SIMILAR }),
    nearDuplicateQueries.findNearDuplicates(db, { organization_id: actor.organization_id, memory_id }),
  ]);
  const found = near.filter(({ id, similarity }) => similarity >= SIMILAR_FROM || suspected.has(id));
  const briefs = await visibleOf(db, { actor, ids: found.map(({ id }) => id), now });
  return found.flatMap(({ id, similarity }) => {
    const memory = briefs.find((brief) => brief.id === id);
    if (memory) return [{ memory, similarity, duplicate: suspected.has(id) }];
    return [];
  });
}

export const memoryEventList = defineQuery(contract.memoryEventList, {
  load: loadMemory,
  authorize: maySeeMemory,
  read: ({ db, actor, input }) => eventQueries.listEvents(db, { ...tenantOf({ actor }), ...input }),
});

import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import { markdownOf, rowsOf, uncheckedRows } from "../answers/compact";
import { compactByPath, compactRecent, compactSearch } from "../answers/compact-answers";
import { conditionsAt, lookingBack } from "../as-of/compared";
import { momentOf } from "../as-of/moment";
import { memoriesThen } from "../as-of/queries";
import type { AsOf, Memory } from "../contract";
import * as contract from "../contract";
import { recordFindings } from "../feedback/servings";
import * as memoryQueries from "../memory/queries";
import { type Served, serve } from "../verification/verify-for-use";
import { decodeListCursor, encodeListCursor } from "./cursor";
import { resolveRepository, toWhere } from "./filters";
import { searchMemories } from "./search";

/** `repo` is another name for `repository`. */
export function oneName<T extends { repository?: string; repo?: string }>(input: T) {
  const { repo, ...rest } = input;
  return { ...rest, repository: input.repository ?? repo };
}

export const memorySearch = defineQuery(contract.memorySearch, {
  compact: compactSearch,
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, ai, now, effects }) => {
    const { query, limit, as_of: _, time_zone: __, ...filters } = oneName(input);
    const moment = await momentForPeople(db, { actor, input: oneName(input), now: now() });
    const matching = await toWhere(db, { actor, filters, otherwise: ["active"] });
    const where = { ...matching, ...conditionsAt(actor, { moment }) };
    const { embedder, reranker } = ai;
    const order = actor.kind === "agent" ? "agent" : "person";
    const found = await searchMemories(db, { query, where, limit, embedder, reranker, order, now: now() });
    if (moment !== null) return foundThen(db, { actor, found, moment });
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
});

const BY_PRESENT_TEXT = "Memories edited since then are found by their current text.";

/** @throws AppError invalid_input for an agent, which is given only what holds now. */
async function momentForPeople(db: Database, params: Parameters<typeof momentOf>[1]): Promise<AsOf | null> {
  if (params.actor.kind === "agent" && params.input.as_of !== undefined)
    throw invalidField("/as_of", "is for people; a key may list the memories of a moment with memory_list");
  const moment = await momentOf(db, params);
  return moment && { ...moment, complete: false, reasons: [...moment.reasons, BY_PRESENT_TEXT] };
}

/** What a search found, as it was at a moment. */
async function foundThen(
  db: Database,
  { actor, found, moment }: { actor: Actor; found: Awaited<ReturnType<typeof searchMemories>>; moment: AsOf },
) {
  const ids = found.items.map(({ memory }) => memory.id);
  const past = await memoriesThen(db, { ...tenantOf({ actor }), ...lookingBack(actor, moment), ids });
  const byId = new Map(past.map((one) => [one.now.id, one]));
  const items = found.items.flatMap((item) => {
    const memory = byId.get(item.memory.id)?.was;
    return memory ? [{ ...item, memory }] : [];
  });
  return { ...found, items, check_before_use: [], as_of: { ...moment, marks: past.map(({ mark }) => mark) } };
}

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
  return serve(db, { ...tenantOf({ actor }), ...sharing });
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
    if (standing === undefined) return [];
    return [{ memory_id, standing }];
  });
  await recordFindings(db, { ...tenantOf({ actor }), actor: actorRef(actor), by, servings, now });
}

export const memoryGetRecent = defineQuery(contract.memoryGetRecent, {
  compact: compactRecent,
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, now }) => {
    const { limit, cursor, format, ...filters } = oneName(input);
    const where = { ...(await toWhere(db, { actor, filters, otherwise: ["active"] })), or_global: true };
    const after = cursor === undefined ? null : decodeListCursor("refreshed_at", cursor);
    const found = await memoryQueries.newestMemories(db, { where, after, limit: limit + 1 });
    const memories = found.slice(0, limit);
    const last = memories.at(-1);
    const { holding, check_before_use } = await shareable(db, { actor, memories, now: now() });
    const items = memories.filter(({ id }) => holding.has(id));
    const next_cursor =
      found.length > limit && last
        ? encodeListCursor("refreshed_at", { id: last.id, value: new Date(last.refreshed_at).toISOString() })
        : null;
    if (format === "json") return { items, next_cursor, markdown: null, check_before_use };
    const options = { now: now(), names_repository: filters.repository === undefined };
    const rows = [...rowsOf(items, options), ...uncheckedRows(check_before_use, options)];
    return { items: [], next_cursor, markdown: markdownOf(rows), check_before_use };
  },
});

export const memorySearchByPath = defineQuery(contract.memorySearchByPath, {
  compact: compactByPath,
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, now, effects }) => {
    const { limit, repository: reference, path } = oneName(input);
    if (reference === undefined) throw invalidField("/repository", "is missing");
    const repository = await resolveRepository(db, { actor, reference, pointer: "/repository" });
    const where = await toWhere(db, { actor, filters: {}, otherwise: ["active"] });
    const memories = await memoryQueries.newestMemories(db, {
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
});

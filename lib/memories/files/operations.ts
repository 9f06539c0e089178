import { checkCitationsOf, citationsAtPath } from "@/lib/citations";
import type { Citation, Repository } from "@/lib/citations/contract";
import type { Database } from "@/lib/db/client";
import { countMemories } from "@/lib/db/sql/memory-counts";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import type { Memory, MemoryStatus } from "../contract";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import { findMemoryKeys } from "../memory/rows";
import { resolveRepository, toWhere } from "../search/filters";
import { shown } from "../shared/loading";
import { byLine, placed } from "./placed";

/** People see what is or may again be served; agents what is. */
const statusesFor = (actor: Actor): readonly MemoryStatus[] => {
  if (actor.kind === "agent") return ["active"];
  return ["active", "drifted", "quarantined"];
};

/** The memories that cite a path, as far as the actor may see them. */
async function memoriesOf(
  db: Database,
  { actor, repository, path, now }: { actor: Actor; repository: Repository; path: string; now: Date },
): Promise<{ memories: Memory[]; total: number }> {
  const seen = await toWhere(db, { actor, filters: {}, otherwise: statusesFor(actor) });
  const where = { ...seen, path, path_repository_id: repository.id };
  const [keys, total] = await Promise.all([
    findMemoryKeys(db, {
      where,
      order: { sort: "refreshed_at", after: null },
      limit: contract.MAX_FILE_MEMORIES,
    }),
    countMemories(db, { where }),
  ]);
  const ids = keys.map(({ id }) => id);
  const memories = await memoryQueries.memoriesByIds(db, { ...tenantOf({ actor }), ids });
  return { memories: await shown(db, { actor, memories, now }), total };
}

export const fileMemoryList = defineQuery(contract.fileMemoryList, {
  records: true,
  load: ({ db, actor, input }) =>
    resolveRepository(db, { actor, reference: input.repository, pointer: "/repository" }),
  // The repository was looked for among those that the actor sees, and so are the memories.
  authorize: "filtered",
  read: async ({ db, actor, input, subject: repository, now }) => {
    const tenant = tenantOf({ actor });
    const path = input.path.replace(/\/+$/, "");
    const { memories, total } = await memoriesOf(db, { actor, repository, path, now: now() });
    const citations = await citationsAtPath(db, {
      ...tenant,
      repository_id: repository.id,
      path,
      memory_ids: memories.map(({ id }) => id),
    });
    const { commit, results } = await checkCitationsOf(db, {
      ...tenant,
      repository,
      citation_ids: citations.map(({ id }) => id),
      ref: input.ref,
    });
    const found = new Map(results.map((result) => [result.citation_id, result]));
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    const items = citations.flatMap((citation: Citation): contract.FileMemory[] => {
      const memory = byId.get(citation.memory_id);
      if (!memory) return [];
      return [{ memory, citation, ...placed(citation, found.get(citation.id)) }];
    });
    return { commit_sha: commit, items: items.sort(byLine(path)), memories: total };
  },
});

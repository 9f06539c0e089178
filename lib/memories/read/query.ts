import { countMemories } from "@/lib/db/sql/memory-counts";
import { listEntities } from "@/lib/db/sql/memory-entities";
import { tenantOf } from "@/lib/kernel/actor";
import { oneOf } from "@/lib/kernel/one-of";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as memoryQueries from "../memory/queries";
import * as sql from "../memory/rows";
import { toWhere } from "../search/filters";
import { shown } from "../shared/loading";
import { usualStatus } from "./operations";

export const memoryQuery = defineQuery(contract.memoryQuery, {
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, now }) => {
    const { limit, offset, ...filters } = input;
    const where = await toWhere(db, { actor, filters, otherwise: usualStatus(actor) });
    const order = { sort: "created_at" as const, after: null };
    const [keys, total] = await Promise.all([
      sql.findMemoryKeys(db, { where, order, limit, offset }),
      countMemories(db, { where }),
    ]);
    const memories = await memoryQueries.memoriesByIds(db, {
      ...tenantOf({ actor }),
      ids: keys.map(({ id }) => id),
    });
    return { items: await shown(db, { actor, memories, now: now() }), total };
  },
});

export const memoryEntityList = defineQuery(contract.memoryEntityList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const { type, limit, offset } = input;
    const where = await toWhere(db, { actor, filters: {}, otherwise: ["active"] });
    const { rows, total } = await listEntities(db, { where, type: type ?? null, limit, offset });
    return {
      items: rows.map((row) => ({
        type: oneOf(contract.ENTITY_TYPES, row.type),
        name: row.name,
        memories: row.memories,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      })),
      total,
    };
  },
});

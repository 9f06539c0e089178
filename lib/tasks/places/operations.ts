import { findFailurePlaces } from "@/lib/db/sql/failure-places";
import { tenantOf } from "@/lib/kernel/actor";
import { namedRepository } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import { visibleTo } from "../access";
import * as contract from "../contract";
import { failuresByIds } from "../failures/queries";

export const failurePlaceList = defineQuery(contract.failurePlaceList, {
  // Only a repository that the actor sees can be named.
  authorize: "filtered",
  read: async ({ db, actor, input: { repository, path } }) => {
    const tenant = tenantOf({ actor });
    const repository_id = await namedRepository(db, { actor, repository });
    if (repository_id === undefined) return { items: [], total: 0 };
    const rows = await findFailurePlaces(db, {
      ...tenant,
      repository_id,
      path,
      limit: contract.MAX_PLACES,
    });
    const ids = [...new Set(rows.map(({ failure_id }) => failure_id))];
    const failures = await failuresByIds(db, { ...tenant, ...visibleTo(actor), ids });
    const byId = new Map(failures.map((failure) => [failure.id, failure]));
    const items = rows.flatMap(({ failure_id, total: _, last_at, ...place }): contract.FailurePlace[] => {
      const failure = byId.get(failure_id);
      if (!failure) return [];
      return [{ ...place, failure, last_at: last_at.toISOString() }];
    });
    return { items, total: rows[0]?.total ?? 0 };
  },
});

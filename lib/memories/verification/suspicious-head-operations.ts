import { assertRepositoryNamed } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { requestCheck } from "../jobs";
import { memoriesByIds } from "../memory/queries";
import { maySeeMemory } from "../policy";
import { reasonOf } from "../shared/loading";
import * as headQueries from "./suspicious-head-queries";

export const suspiciousHeadList = defineQuery(contract.suspiciousHeadList, {
  load: assertRepositoryNamed,
  authorize: "filtered",
  read: ({ db, actor, input }) =>
    headQueries.listHeads(db, { ...tenantOf({ actor }), ...input, repository_ids: actor.repository_ids }),
});

async function loadHead({ db, actor, input }: { db: Db; actor: Actor; input: { head_id: string } }) {
  const found = await headQueries.findHead(db, { ...tenantOf({ actor }), ...input });
  if (!found) throw new AppError("not_found", "This suspicious head does not exist.");
  return found;
}

export const heldVerdictList = defineQuery(contract.heldVerdictList, {
  load: loadHead,
  authorize: (actor, head) => maySeeRepository(actor, head.repository.id),
  read: async ({ db, actor, input, subject }) => {
    const tenant = tenantOf({ actor });
    const at = { repository_id: subject.repository.id, commit: subject.commit_sha };
    const page = await headQueries.listHeld(db, { ...tenant, ...at, ...input });
    const ids = page.items.map(({ memory_id }) => memory_id);
    const memories = new Map(
      (await memoriesByIds(db, { ...tenant, ids })).map((memory) => [memory.id, memory]),
    );
    const items = page.items.flatMap((held) => {
      const memory = memories.get(held.memory_id);
      if (!memory || !maySeeMemory(actor, memory)) return [];
      const { statement, status } = memory;
      return [{ ...held, statement, status, citations: [...held.citations] }];
    });
    return { ...page, items };
  },
});

export const suspiciousHeadDecide = defineCommand(contract.suspiciousHeadDecide, {
  load: loadHead,
  authorize: (actor, head) => maySeeRepository(actor, head.repository.id),
  prepare: reasonOf,
  write: async ({ db, actor, input, subject, prepared: reason, now, audit }) => {
    const tenant = tenantOf({ actor });
    const repository_id = subject.repository.id;
    const at = { ...tenant, repository_id, commit: subject.commit_sha };
    const status = input.decision === "confirm" ? "confirmed" : "dismissed";
    const by = actorRef(actor);
    const decided = await headQueries.decideHead(db, {
      ...tenant,
      head_id: subject.id,
      status,
      actor: by,
      now: now(),
    });
    if (!decided) throw new AppError("conflict", "It was already decided, or a later commit replaced it.");
    const memory_ids = await headQueries.heldMemoryIds(db, at);
    await headQueries.deleteHeld(db, at);
    audit({ subject_id: subject.id, detail: { status, repository_id, reason, memories: memory_ids.length } });
    // Judged by a check of its own: by now the code may stand elsewhere.
    if (status === "confirmed" && memory_ids.length > 0)
      await requestCheck(db, {
        ...tenant,
        repository_id,
        cause: "request",
        memory_ids,
        requested_by: by,
        now: now(),
      });
    const head = await headQueries.findHead(db, { ...tenant, head_id: subject.id });
    if (!head) throw new AppError("not_found", "This suspicious head does not exist.");
    return head;
  },
});

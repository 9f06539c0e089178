import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { maySeeMemory } from "../policy";
import { loadMemory } from "../shared/loading";
import * as mentionQueries from "./queries";

export const citationRemove = defineCommand(contract.citationRemove, {
  load: async ({ db, actor, input: { citation_id } }) => {
    const citation = await mentionQueries.findInferred(db, { ...tenantOf({ actor }), citation_id });
    if (!citation) throw new AppError("not_found", "This citation does not exist.");
    const { memory_id, mention } = citation;
    return { memory: await loadMemory({ db, actor, input: { memory_id } }), mention };
  },
  authorize: (actor, { memory }) => maySeeMemory(actor, memory),
  write: async ({ db, actor, input, subject: { memory, mention }, audit }) => {
    if (mention === null)
      throw new AppError(
        "conflict",
        "Its author cited this place; supersede or update the memory instead of removing its evidence.",
      );
    const memory_id = memory.id;
    const removed = await mentionQueries.removeInferred(db, {
      ...tenantOf({ actor }),
      ...input,
      memory_id,
      mention,
    });
    audit({ subject_id: memory_id, detail: { citation_id: input.citation_id, removed } });
    return { memory_id, removed };
  },
});

import { maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineOperation } from "@/lib/runtime/operation";
import * as checksQueries from "../checks/queries";
import * as contract from "../contract";
import * as repositoriesQueries from "../repositories/queries";
import { loadCitation, maySee, maySeeCitation, noRepository } from "../subjects";
import * as citationsQueries from "./queries";
import { readLines, readThenAndNow } from "./read";

export const citationList = defineOperation(contract.citationList, {
  authorize: (actor, _subject, input) => maySeeRepository(actor, input.repository_id ?? null),
  handle: ({ db, actor, input }) =>
    citationsQueries.listCitations(db, {
      ...tenantOf({ actor }),
      ...input,
      repository_ids: actor.repository_ids,
    }),
});

export const citationGet = defineOperation(contract.citationGet, {
  load: loadCitation,
  authorize: maySeeCitation,
  prepare: async ({ db, actor, subject }) => {
    const tenant = tenantOf({ actor });
    const repository = await repositoriesQueries.findRepositoryById(db, {
      ...tenant,
      repository_id: subject.repository.id,
    });
    if (!repository) throw noRepository();
    return readThenAndNow(db, { ...tenant, repository, citation: subject });
  },
  handle: async ({ db, actor, input, subject, prepared }) => {
    const { items: checks } = await checksQueries.listChecks(db, {
      ...tenantOf({ actor }),
      ...input,
      limit: 10,
    });
    return { ...subject, ...prepared, checks };
  },
});

export const memoryReadCitation = defineOperation(contract.memoryReadCitation, {
  load: async ({ db, actor, input }) => {
    const name = input.repository ?? input.repo ?? "";
    const found = await repositoriesQueries.findRepositoryByName(db, { ...tenantOf({ actor }), name });
    if (!found) throw new AppError("not_found", `The repository ${name} is not registered here.`);
    return found;
  },
  authorize: maySee,
  prepare: ({ db, actor, subject, input }) =>
    readLines(db, {
      ...tenantOf({ actor }),
      ...input,
      repository: subject,
      ref: input.ref ?? input.sha,
    }),
  handle: async ({ subject, prepared }) => ({
    repository: { id: subject.id, name: subject.name },
    ...prepared,
  }),
});

import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import * as checksQueries from "../checks/queries";
import * as contract from "../contract";
import * as repositoriesQueries from "../repositories/queries";
import {
  agentOf,
  assertRepositoryNamed,
  loadCitation,
  maySee,
  maySeeCitation,
  noRepository,
} from "../subjects";
import * as citationsQueries from "./queries";
import { readLines, readThenAndNow } from "./read";

export const citationList = defineQuery(contract.citationList, {
  load: assertRepositoryNamed,
  authorize: "filtered",
  read: ({ db, actor, input }) =>
    citationsQueries.listCitations(db, {
      ...tenantOf({ actor }),
      ...input,
      agent: agentOf(actor),
      repository_ids: actor.repository_ids,
    }),
});

export const citationGet = defineQuery(contract.citationGet, {
  load: loadCitation,
  authorize: maySeeCitation,
  read: async ({ db, actor, input, subject }) => {
    const tenant = tenantOf({ actor });
    const repository = await repositoriesQueries.findRepositoryById(db, {
      ...tenant,
      repository_id: subject.repository.id,
    });
    if (!repository) throw noRepository();
    const texts = await readThenAndNow(db, { ...tenant, repository, citation: subject });
    const { items: checks } = await checksQueries.listChecks(db, { ...tenant, ...input, limit: 10 });
    return { ...subject, ...texts, checks };
  },
});

export const memoryReadCitation = defineQuery(contract.memoryReadCitation, {
  load: async ({ db, actor, input }) => {
    const name = input.repository ?? input.repo ?? "";
    const found = await repositoriesQueries.findRepositoryByName(db, { ...tenantOf({ actor }), name });
    if (!found) throw new AppError("not_found", `The repository ${name} is not registered here.`);
    return found;
  },
  authorize: maySee,
  read: async ({ db, actor, subject, input }) => {
    const lines = await readLines(db, {
      ...tenantOf({ actor }),
      ...input,
      repository: subject,
      ref: input.ref ?? input.sha,
    });
    return { repository: { id: subject.id, name: subject.name }, ...lines };
  },
});

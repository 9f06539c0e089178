import { tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import { countFiles } from "../citations/history";
import * as contract from "../contract";
import { findRepositoryByName } from "../repositories/queries";
import { agentOf, loadRepository, maySee } from "../subjects";
import * as driftQueries from "./queries";

export const repositoryCoverageList = defineQuery(contract.repositoryCoverageList, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, input, subject }) => {
    const tenant = tenantOf({ actor });
    const folder = (input.folder ?? "").replace(/^\/+|\/+$/g, "");
    const tree = await countFiles(db, { ...tenant, repository: subject, folder });
    const coverage = await driftQueries.listCoverage(db, {
      ...tenant,
      repository_id: subject.id,
      agent: agentOf(actor),
      folder,
      tree,
    });
    return { folder, ...coverage };
  },
});

export const repositoryDriftGet = defineQuery(contract.repositoryDriftGet, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, input, now }) => ({
    points: await driftQueries.driftOverTime(db, { ...tenantOf({ actor }), ...input, now: now() }),
  }),
});

export const driftGet = defineQuery(contract.driftGet, {
  read: async ({ db, actor, input: { repository: name, days }, now }) => {
    const tenant = tenantOf({ actor });
    const repository = name === undefined ? null : await findRepositoryByName(db, { ...tenant, name });
    if (name !== undefined && repository === null)
      throw invalidField("/repository", "is not a repository of this organization");
    const repository_id = repository?.id ?? null;
    return { points: await driftQueries.driftOverTime(db, { ...tenant, repository_id, days, now: now() }) };
  },
});

export const verdictChangeList = defineQuery(contract.verdictChangeList, {
  load: loadRepository,
  authorize: maySee,
  read: ({ db, actor, input }) =>
    driftQueries.listVerdictChanges(db, { ...tenantOf({ actor }), ...input, agent: agentOf(actor) }),
});

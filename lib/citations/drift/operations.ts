import { tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import { countFiles } from "../citations/history";
import * as contract from "../contract";
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

export const verdictChangeList = defineQuery(contract.verdictChangeList, {
  load: loadRepository,
  authorize: maySee,
  read: ({ db, actor, input }) =>
    driftQueries.listVerdictChanges(db, { ...tenantOf({ actor }), ...input, agent: agentOf(actor) }),
});

import { tenantOf } from "@/lib/kernel/actor";
import { defineOperation } from "@/lib/runtime/operation";
import { countFiles } from "../citations/history";
import * as contract from "../contract";
import { loadRepository, maySee } from "../subjects";
import * as driftQueries from "./queries";

export const repositoryCoverageList = defineOperation(contract.repositoryCoverageList, {
  load: loadRepository,
  authorize: maySee,
  prepare: async ({ db, actor, input, subject }) => {
    const folder = (input.folder ?? "").replace(/^\/+|\/+$/g, "");
    return { folder, tree: await countFiles(db, { ...tenantOf({ actor }), repository: subject, folder }) };
  },
  handle: async ({ db, actor, subject, prepared }) => {
    const ids = { ...tenantOf({ actor }), repository_id: subject.id };
    return { folder: prepared.folder, ...(await driftQueries.listCoverage(db, { ...ids, ...prepared })) };
  },
});

export const repositoryDriftGet = defineOperation(contract.repositoryDriftGet, {
  load: loadRepository,
  authorize: maySee,
  handle: async ({ db, actor, input, now }) => ({
    points: await driftQueries.driftOverTime(db, { ...tenantOf({ actor }), ...input, now: now() }),
  }),
});

export const verdictChangeList = defineOperation(contract.verdictChangeList, {
  load: loadRepository,
  authorize: maySee,
  handle: ({ db, actor, input }) => driftQueries.listVerdictChanges(db, { ...tenantOf({ actor }), ...input }),
});

import { defineOperation } from "@/lib/runtime/operation";
import { countFiles } from "../citations/history";
import * as contract from "../contract";
import { loadRepository, maySee, ofActor } from "../subjects";
import * as driftQueries from "./queries";

export const repositoryCoverageList = defineOperation(contract.repositoryCoverageList, {
  load: loadRepository,
  authorize: maySee,
  prepare: async ({ db, actor, input, subject }) => {
    const folder = (input.folder ?? "").replace(/^\/+|\/+$/g, "");
    return { folder, tree: await countFiles(db, { ...ofActor({ actor }), repository: subject, folder }) };
  },
  handle: async ({ db, actor, subject, prepared }) => {
    const ids = { ...ofActor({ actor }), repository_id: subject.id };
    return { folder: prepared.folder, ...(await driftQueries.listCoverage(db, { ...ids, ...prepared })) };
  },
});

export const repositoryDriftGet = defineOperation(contract.repositoryDriftGet, {
  load: loadRepository,
  authorize: maySee,
  handle: async ({ db, actor, input, now }) => ({
    points: await driftQueries.driftOverTime(db, { ...ofActor({ actor }), ...input, now: now() }),
  }),
});

export const verdictChangeList = defineOperation(contract.verdictChangeList, {
  load: loadRepository,
  authorize: maySee,
  handle: ({ db, actor, input }) => driftQueries.listVerdictChanges(db, { ...ofActor({ actor }), ...input }),
});

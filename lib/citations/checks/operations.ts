import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import { readAtCheck } from "../citations/history";
import * as contract from "../contract";
import * as repositoriesQueries from "../repositories/queries";
import { assertRepositoryNamed, loadCitation, maySee, maySeeCitation, noRepository } from "../subjects";
import * as checksQueries from "./queries";
import * as runQueries from "./run-queries";

export const citationCheckList = defineQuery(contract.citationCheckList, {
  load: loadCitation,
  authorize: maySeeCitation,
  read: ({ db, actor, input }) => checksQueries.listChecks(db, { ...tenantOf({ actor }), ...input }),
});

export const citationCheckGet = defineQuery(contract.citationCheckGet, {
  load: async (context) => {
    const { db, input } = context;
    const citation = await loadCitation(context);
    const check = await checksQueries.findCheck(db, { ...tenantOf(context), ...input });
    if (!check) throw new AppError("not_found", "This check does not exist.");
    return { citation, check };
  },
  authorize: (actor, { citation }) => maySeeCitation(actor, citation),
  read: async ({ db, actor, subject: { citation, check } }) => {
    const repository = await repositoriesQueries.findRepositoryById(db, {
      ...tenantOf({ actor }),
      repository_id: citation.repository.id,
    });
    if (!repository) throw noRepository();
    return { ...check, ...(await readAtCheck(db, { ...tenantOf({ actor }), repository, citation, check })) };
  },
});

export const citationHistoryList = defineQuery(contract.citationHistoryList, {
  load: loadCitation,
  authorize: maySeeCitation,
  read: async ({ db, actor, input, subject }) => ({
    citation: subject,
    ...(await checksQueries.listCheckRuns(db, { ...tenantOf({ actor }), ...input })),
  }),
});

export const repositoryCheckGet = defineQuery(contract.repositoryCheckGet, {
  load: async ({ db, actor, input }) => {
    const found = await runQueries.findRun(db, { ...tenantOf({ actor }), ...input });
    if (!found) throw new AppError("not_found", "This check of a repository does not exist.");
    return found;
  },
  authorize: (actor, run) => maySee(actor, run.repository),
  read: async ({ subject }) => subject,
});

export const repositoryCheckList = defineQuery(contract.repositoryCheckList, {
  load: assertRepositoryNamed,
  authorize: "filtered",
  read: ({ db, actor, input }) =>
    runQueries.listRuns(db, { ...tenantOf({ actor }), ...input, repository_ids: actor.repository_ids }),
});

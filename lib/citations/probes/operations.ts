import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as repositoriesQueries from "../repositories/queries";
import { maySee } from "../subjects";
import { skippedOf, tryProbe } from "./trial";

export const probeTry = defineQuery(contract.probeTry, {
  load: async ({ db, actor, input }) => {
    const name = input.repository;
    const found = await repositoriesQueries.findRepositoryByName(db, { ...tenantOf({ actor }), name });
    if (!found) throw new AppError("not_found", `The repository ${name} is not registered here.`);
    return found;
  },
  authorize: maySee,
  read: async ({ db, actor, subject, input }) => {
    const { ref } = input;
    const { examined, result } = await tryProbe(db, {
      ...tenantOf({ actor }),
      repository: subject,
      ref,
      probe: input,
    });
    const { id, name } = subject;
    return { repository: { id, name }, commit_sha: examined.commit, ...result, ...skippedOf(examined) };
  },
});

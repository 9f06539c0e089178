import { z } from "zod";
import { defineJob } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { removeClone } from "./repositories/clone-folders";
import { refreshRepository } from "./repositories/fetch";
import { findRepositoryById } from "./repositories/queries";

const schema = z.object({ organization_id: idSchema, repository_id: idSchema });

export const repositoryFetchJob = defineJob({
  name: "repository_fetch",
  summary: "Clone or fetch a repository and read its head",
  schema,
  retry: { limit: 4, delay_seconds: 30 },
  expire_seconds: 900,
  handle: async (data, { db, now }) => {
    await refreshRepository(db, { ...data, now: now() });
  },
});

export const cloneRemoveJob = defineJob({
  name: "repository_clone_remove",
  summary: "Remove the clone of a repository that is no longer registered",
  schema,
  retry: { limit: 4, delay_seconds: 30 },
  expire_seconds: 300,
  handle: async (data, { db }) => {
    if (!(await findRepositoryById(db, data))) await removeClone(db, data);
  },
});

export const jobs = [repositoryFetchJob, cloneRemoveJob];

import { tenantOf } from "@/lib/kernel/actor";
import { defineQuery } from "@/lib/runtime/operation";
import type { Repository } from "../contract";
import * as contract from "../contract";
import { loadRepository, maySee } from "../subjects";
import { nearestPaths } from "./match-path";
import { readFolder, readPaths, readText } from "./read-file";

const brief = ({ id, name }: Repository) => ({ id, name });

export const repositoryTreeList = defineQuery(contract.repositoryTreeList, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, input, subject }) => ({
    repository: brief(subject),
    ...(await readFolder(db, { ...tenantOf({ actor }), ...input, repository: subject })),
  }),
});

export const repositoryFileGet = defineQuery(contract.repositoryFileGet, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, input, subject }) => ({
    repository: brief(subject),
    ...(await readText(db, { ...tenantOf({ actor }), ...input, repository: subject })),
  }),
});

export const repositoryPathList = defineQuery(contract.repositoryPathList, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, input: { ref, query, limit }, subject }) => {
    const { paths, ...at } = await readPaths(db, { ...tenantOf({ actor }), ref, repository: subject });
    const found = nearestPaths(paths, { typed: query, limit });
    return {
      repository: brief(subject),
      ...at,
      items: found.paths.map((path) => ({ path })),
      total: found.total,
    };
  },
});

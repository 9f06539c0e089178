import { gitAuthorizationFor, rateLimitsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { lockRepositoryToRemove } from "@/lib/db/sql/repository-runs";
import { enqueue } from "@/lib/jobs";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { REPOSITORY_NAMED } from "../anchoring/signals";
import * as citationsQueries from "../citations/queries";
import * as contract from "../contract";
import { cloneRemoveJob, repositoryFetchJob } from "../jobs";
import { mayAddRepository } from "../policy";
import { loadRepository, maySee, noRepository } from "../subjects";
import * as repositoriesQueries from "./queries";
import { checkNewUrl, fetchRepositorySource, openNewGithub, openNewPath } from "./sources";

async function withCounts(db: Db, actor: Actor, repository: contract.Repository) {
  const counts = await citationsQueries.citationStatusCounts(db, {
    ...tenantOf({ actor }),
    repository_id: repository.id,
  });
  return { ...repository, citations: counts };
}

export const repositoryAdd = defineCommand(contract.repositoryAdd, {
  authorize: mayAddRepository,
  prepare: async ({ db, actor, input: { source }, now }) => {
    const tenant = tenantOf({ actor });
    if (source.kind === "url") {
      const { connection_id } = source;
      const source_location = await checkNewUrl(source.url, "/source/url");
      if (connection_id !== null)
        await gitAuthorizationFor(db, { ...tenant, connection_id, url: source_location });
      return { source_location, connection_id, fetch_status: "pending" as const };
    }
    const ready = { fetch_status: "ready" as const, fetched_at: now() };
    if (source.kind === "github") {
      const { connection_id, repository: source_location } = source;
      const head = await openNewGithub(db, { ...tenant, ...source }, "/source/repository");
      return { source_location, connection_id, ...head, ...ready };
    }
    const { location, ...head } = await openNewPath(source.path, "/source/path");
    return { source_location: location, connection_id: null, ...head, ...ready };
  },
  write: async ({ db, actor, input, prepared, audit }) => {
    const { name, source } = input;
    const tenant = tenantOf({ actor });
    const added = await repositoriesQueries
      .insertRepository(db, { ...tenant, name, source_kind: source.kind, ...prepared })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError("conflict", `The repository ${name} is registered already.`);
      });
    if (source.kind === "url")
      await enqueue(db, repositoryFetchJob, { ...tenant, repository_id: added.id }, { key: added.id });
    await enqueue(db, REPOSITORY_NAMED, tenant, { key: actor.organization_id });
    audit({ subject_id: added.id, after: { name, source: added.source } });
    return { ...added, citations: citationsQueries.noCitations() };
  },
});

export const repositoryList = defineQuery(contract.repositoryList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) => {
    const { repository_ids } = actor;
    const page = await repositoriesQueries.listRepositories(db, {
      ...tenantOf({ actor }),
      ...input,
      repository_ids,
    });
    const counts = await citationsQueries.countsByRepository(db, {
      ...tenantOf({ actor }),
      repository_ids: page.items.map((repository) => repository.id),
    });
    const items = page.items.map((repository) => ({
      ...repository,
      citations: counts.get(repository.id) ?? citationsQueries.noCitations(),
    }));
    return { ...page, items };
  },
});

export const repositoryNames = defineQuery(contract.repositoryNames, {
  authorize: "filtered",
  read: async ({ db, actor }) => ({
    items: await repositoriesQueries.listRepositoryNames(db, {
      ...tenantOf({ actor }),
      repository_ids: actor.repository_ids,
      limit: contract.MOST_REPOSITORY_NAMES,
    }),
  }),
});

export const repositoryGet = defineQuery(contract.repositoryGet, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, subject }) => {
    const { source } = subject;
    const rate_limits =
      source.kind === "github"
        ? await rateLimitsOf(db, { ...tenantOf({ actor }), connection_id: source.connection.id })
        : [];
    return { ...(await withCounts(db, actor, subject)), rate_limits };
  },
});

export const repositoryRecordsGet = defineQuery(contract.repositoryRecordsGet, {
  load: loadRepository,
  authorize: maySee,
  read: async ({ db, actor, subject }) => {
    const records = await repositoriesQueries.countRecords(db, {
      ...tenantOf({ actor }),
      repository_id: subject.id,
    });
    if (records === null) throw noRepository();
    return records;
  },
});

/** Memories are deleted one by one, by people who decide on them: agents of another repository may rely on them. */
function refuseToRemove(name: string, records: contract.RepositoryRecords, mayDelete: boolean): void {
  const isKeeping = (kind: string) => contract.KEEPING_RECORDS.some((keeping) => keeping === kind);
  const counts = Object.entries(records).filter(
    ([kind, count]) => count > 0 && (!mayDelete || isKeeping(kind)),
  );
  if (counts.length === 0) return;
  const list = counts.map(([kind, count]) => `${kind.replace("_", " ")}: ${count}`).join(", ");
  const remedies: string[] = [];
  if (counts.some(([kind]) => isKeeping(kind)))
    remedies.push("Delete the memories first, which count until they are purged.");
  if (counts.some(([kind]) => !isKeeping(kind)))
    remedies.push('With records "delete" the others are removed with it, for good.');
  throw new AppError("unprocessable", `${name} still has ${list}. ${remedies.join(" ")}`);
}

export const repositoryRemove = defineCommand(contract.repositoryRemove, {
  load: loadRepository,
  authorize: maySee,
  write: async ({ db, actor, input, subject, audit }) => {
    const of = { ...tenantOf({ actor }), repository_id: input.repository_id };
    // What refers to the repository is written before or not at all, and is counted if it was.
    if (!(await lockRepositoryToRemove(db, of))) throw noRepository();
    const records = await repositoriesQueries.countRecords(db, of);
    if (records === null) throw noRepository();
    refuseToRemove(subject.name, records, input.records === "delete");
    await repositoriesQueries.deleteRepository(db, of);
    if (subject.source.kind === "url") await enqueue(db, cloneRemoveJob, of);
    audit({
      subject_id: subject.id,
      before: { name: subject.name, source: subject.source },
      detail: Object.fromEntries(Object.entries(records).filter(([, count]) => count > 0)),
    });
    return { removed: true as const };
  },
});

export const repositoryFetch = defineCommand(contract.repositoryFetch, {
  load: loadRepository,
  authorize: maySee,
  prepare: async ({ db, actor, subject }) =>
    subject.source.kind === "url"
      ? null
      : fetchRepositorySource(db, { ...tenantOf({ actor }), repository: subject }),
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const ids = { ...tenantOf({ actor }), ...input };
    const at = now();
    const updated = await repositoriesQueries.updateRepositoryFetch(
      db,
      prepared
        ? { ...ids, ...prepared, fetch_status: "ready", fetch_error: null, fetched_at: at, now: at }
        : { ...ids, fetch_status: "pending", fetch_error: null, now: at },
    );
    if (!updated) throw noRepository();
    if (!prepared) await enqueue(db, repositoryFetchJob, ids, { key: subject.id });
    audit({ subject_id: subject.id, detail: { head_commit: updated.head_commit } });
    return withCounts(db, actor, updated);
  },
});

export const repositoryRename = defineCommand(contract.repositoryRename, {
  load: async ({ db, actor, input: { repository } }) => {
    const tenant = tenantOf({ actor });
    const found = idSchema.safeParse(repository).success
      ? await repositoriesQueries.findRepositoryById(db, { ...tenant, repository_id: repository })
      : await repositoriesQueries.findRepositoryByName(db, { ...tenant, name: repository });
    if (!found) throw noRepository();
    return found;
  },
  authorize: maySee,
  write: async ({ db, actor, input: { name }, subject, now, audit }) => {
    const ids = { ...tenantOf({ actor }), repository_id: subject.id };
    audit({ subject_id: subject.id, before: { name: subject.name }, after: { name } });
    const renamed = await repositoriesQueries
      .updateRepositoryName(db, { ...ids, name, now: now() })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError("conflict", `Another repository is called ${name} already.`);
      });
    if (!renamed) throw noRepository();
    await enqueue(db, REPOSITORY_NAMED, tenantOf({ actor }), { key: actor.organization_id });
    return renamed;
  },
});

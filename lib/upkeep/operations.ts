import { z } from "zod";
import type { Db } from "@/lib/db/client";
import { analyzeGrown } from "@/lib/db/sql/planner-statistics";
import { findDatabaseFacts, findJobFacts } from "@/lib/db/sql/server";
import { countEmbedded, deleteVectorsOfOthers } from "@/lib/db/sql/vectors";
import { enqueue } from "@/lib/jobs";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import packageJson from "@/package.json";
import * as contract from "./contract";
import { examine } from "./doctor";
import { exampleOperations } from "./example/operations";
import { exportBegunAt, exportPage } from "./export";
import { importRecords } from "./import";
import { vectorIndexJob } from "./jobs";
import { personOperations } from "./persons/operations";
import { assertRecorded, recordExport } from "./recorded-export";
import { retentionOperations } from "./retention/operations";
import { scopeOperations } from "./scope-operations";
import { searchOperations } from "./search/operations";
import { serviceOperations } from "./services/operations";
import { EMBED_MISSING, vectorStatus } from "./vectors";

const serverStatusGet = defineQuery(contract.serverStatusGet, {
  read: async ({ db, actor, ai, now }) => {
    const { organization_id } = actor;
    const embedder_id = ai.embedder?.id ?? null;
    const { version, embedded: is_embedded } = await findDatabaseFacts(db);
    const { memories, embedded } = await countEmbedded(db, { organization_id, embedder_id });
    const { waiting, failed } = await findJobFacts(db, { organization_id, since: new Date(0) });
    return {
      version: packageJson.version,
      database: is_embedded ? `embedded (PostgreSQL ${version})` : `PostgreSQL ${version}`,
      embedder: embedder_id,
      language_model: ai.language_model?.id ?? null,
      memories,
      unembedded: ai.embedder ? memories - embedded : 0,
      jobs: { waiting, failed },
      at: now().toISOString(),
    };
  },
});

const doctorRun = defineQuery(contract.doctorRun, {
  records: true,
  fresh: true,
  read: async ({ db, replica, actor, ai, now, input }) => {
    const checks = await examine({ db, replica, actor, ai, now, ...input });
    return { healthy: checks.every(({ state }) => state !== "failed"), checks, at: now().toISOString() };
  },
});

const NO_EMBEDDER = "No embedder is configured; set EMBEDDING_PROVIDER and start the server again.";

const vectorStatusGet = defineQuery(contract.vectorStatusGet, {
  read: ({ db, actor, ai: { embedder } }) =>
    vectorStatus(db, { organization_id: actor.organization_id, embedder }),
});

const embedMissingSchema = z.object({ organization_id: idSchema });

/** Wakes the memories module: it embeds, a page at a time, what has no vector of the current embedder. */
async function enqueueEmbedding(tx: Db, organization_id: string): Promise<void> {
  const job = { name: EMBED_MISSING, schema: embedMissingSchema };
  await enqueue(tx, job, { organization_id }, { key: organization_id });
}

const vectorRebuild = defineCommand(contract.vectorRebuild, {
  write: async ({ db, actor, ai: { embedder } }) => {
    if (!embedder) throw new AppError("unprocessable", NO_EMBEDDER);
    const { organization_id } = actor;
    await enqueueEmbedding(db, organization_id);
    return vectorStatus(db, { organization_id, embedder });
  },
});

const vectorClear = defineCommand(contract.vectorClear, {
  write: async ({ db, actor, ai: { embedder }, audit }) => {
    if (!embedder) throw new AppError("unprocessable", NO_EMBEDDER);
    const { organization_id } = actor;
    const { memories, embedded } = await countEmbedded(db, { organization_id, embedder_id: embedder.id });
    if (embedded < memories)
      throw new AppError(
        "conflict",
        `${memories - embedded} memories have no vector of ${embedder.id} yet; wait until they have.`,
      );
    const deleted = await deleteVectorsOfOthers(db, { organization_id, embedder_id: embedder.id });
    audit({ detail: { deleted, kept: embedder.id } });
    return { deleted };
  },
});

const vectorReindex = defineCommand(contract.vectorReindex, {
  write: async ({ db, actor, ai: { embedder } }) => {
    if (!embedder) throw new AppError("unprocessable", NO_EMBEDDER);
    await enqueue(db, vectorIndexJob, { again: true }, { key: "again" });
    return vectorStatus(db, { organization_id: actor.organization_id, embedder });
  },
});

const organizationExport = defineQuery(contract.organizationExport, {
  records: true,
  read: async ({ db, actor, input: { cursor, limit }, request_id, now }) => {
    const { organization_id } = actor;
    const at = cursor === undefined ? now() : exportBegunAt(cursor);
    const { name: operation } = contract.organizationExport;
    const entry = { actor, operation, subject_id: organization_id, at };
    if (cursor !== undefined) await assertRecorded(db, entry);
    const page = await exportPage(db, { organization_id, cursor, limit, now: at });
    if (page.header) {
      const records = Object.values(page.header.counts).reduce((sum, count) => sum + count, 0);
      await recordExport(db, { ...entry, request_id, detail: { records } });
    }
    return page;
  },
});

const fetchSchema = z.object({ organization_id: idSchema, repository_id: idSchema });

const organizationImport = defineCommand(contract.organizationImport, {
  prepare: async ({ db, effects }) => {
    effects.onSent(async () => {
      await analyzeGrown(db);
    });
  },
  write: async ({ db, actor, input, now, audit }) => {
    const { organization_id } = actor;
    const answer = await importRecords(db, { organization_id, ...input, by: actor.kind, now: now() });
    const { repositories, taken, ...imported } = answer;
    if (imported.created.memory) await enqueueEmbedding(db, organization_id);
    for (const repository_id of repositories)
      await enqueue(
        db,
        { name: "repository_fetch", schema: fetchSchema },
        { organization_id, repository_id },
        { key: repository_id },
      );
    const { organization } = input.header;
    const detail = {
      from: organization.id,
      name: organization.name,
      ids: imported.ids,
      created: imported.created,
    };
    audit({
      subject_id: organization.id,
      detail: { ...detail, skipped: imported.skipped.length },
      ...(taken ?? {}),
    });
    return imported;
  },
});

export const operations = [
  serverStatusGet,
  doctorRun,
  vectorStatusGet,
  vectorRebuild,
  vectorClear,
  vectorReindex,
  organizationExport,
  organizationImport,
  ...scopeOperations,
  ...retentionOperations,
  ...personOperations,
  ...searchOperations,
  ...exampleOperations,
  ...serviceOperations,
];

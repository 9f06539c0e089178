import { z } from "zod";
import { findOrganizationIds, recordWork, settingsOf } from "@/lib/access";
import { defineJob } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { findImport } from "./imports/queries";
import { storeImport } from "./imports/store";
import { learnPreferences } from "./preferences/taken-up";

export const reviewImportJob = defineJob({
  name: "review_import",
  summary: "Store the evaluations of an import",
  schema: z.object({ organization_id: idSchema, import_id: idSchema }),
  retry: { limit: 5, delay_seconds: 10 },
  expire_seconds: 3_600,
  handle: async ({ organization_id, import_id }, { db, ai, now, signal }) => {
    const found = await findImport(db, { organization_id, import_id });
    // What it stores is stored in the name of its submitter.
    if (!found) return;
    const { created_by: actor } = found;
    await storeImport(db, { organization_id, import_id, embedder: ai.embedder, actor, now, signal });
  },
});

const LEARN = "preference_learn";

export const preferenceLearnJob = defineJob({
  name: LEARN,
  summary: "Learn developers' preferences from the findings they implemented and the fixes they accepted",
  schema: z.object({}),
  retry: { limit: 3, delay_seconds: 60 },
  expire_seconds: 1_800,
  schedule: { cron: "40 3 * * *", data: {} },
  handle: async (_, { db, now, signal }) => {
    for (const organization_id of await findOrganizationIds(db)) {
      signal.throwIfAborted();
      // While memory is off nothing is learned.
      if (!(await settingsOf(db, { organization_id })).enabled) continue;
      const learned = await learnPreferences(db, { organization_id, now: now(), job: LEARN });
      if (learned.stored + learned.updated > 0)
        await recordWork(db, { organization_id, job: LEARN, detail: learned, now: now() });
    }
  },
});

export const jobs = [reviewImportJob, preferenceLearnJob];

import { z } from "zod";
import { defineJob } from "@/lib/jobs";
import { idSchema } from "@/lib/kernel/ids";
import { storeImport } from "./imports";
import { findImport } from "./store";

export const reviewImportJob = defineJob({
  name: "review_import",
  summary: "Store the evaluations of an import",
  schema: z.object({ organization_id: idSchema, import_id: idSchema }),
  retry: { limit: 5, delay_seconds: 10 },
  expire_seconds: 3_600,
  handle: async ({ organization_id, import_id }, { db, now, signal }) => {
    const found = await findImport(db, { organization_id, import_id });
    // What it stores is stored by whoever handed it in.
    if (found) await storeImport(db, { organization_id, import_id, actor: found.created_by, now, signal });
  },
});

export const jobs = [reviewImportJob];

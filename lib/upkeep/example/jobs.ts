import { rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { actorOfMember, deleteExample, findExamples, putExampleProgress, recordWork } from "@/lib/access";
import type { ExampleProgress } from "@/lib/access/contract";
import { type Database, transaction } from "@/lib/db/client";
import { deleteRowsOf } from "@/lib/db/sql/organizations";
import { env } from "@/lib/env";
import { defineJob } from "@/lib/jobs";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { CARRIED } from "../tables";
import { fillExample } from "./fill";

const exampleSchema = z.object({
  organization_id: idSchema.meta({ description: "The organization that it is the example of" }),
  example_id: idSchema,
});

/** Where an example's repository lives: below the folder from which repositories may always be opened. */
const folderOf = (example_id: string) =>
  path.resolve(/* turbopackIgnore: true */ env().CASEBOOK_DATA_DIR, "demo", `example-${example_id}`);

/** The example was removed, or taken over by its removal, while it was filled. */
class Gone extends Error {}

const AGAIN = "Remove it and create it again.";

export const examplePlayJob = defineJob({
  name: "example_play",
  summary: "Fill an example with the product's own operations",
  schema: exampleSchema,
  // What is half filled is not filled once more: somebody removes it and plays it again.
  retry: { limit: 0, delay_seconds: 1 },
  expire_seconds: 900,
  handle: async ({ organization_id, example_id }, { db, now, signal, product }) => {
    const { example } = await findExamples(db, { organization_id });
    if (example?.id !== example_id || example.progress.state !== "playing") return;
    if (!product) throw new Error("the worker that plays an example is given the product");
    const { progress } = example;
    const keep = async (change: Partial<ExampleProgress>) => {
      Object.assign(progress, change);
      if (!(await putExampleProgress(db, { organization_id, while_state: "playing", progress })))
        throw new Gone();
    };
    const folder = folderOf(example_id);
    try {
      if (progress.step !== null)
        throw new AppError("unavailable", `The worker stopped while it was filled. ${AGAIN}`);
      const owner = await actorOfMember(db, {
        organization_id: example_id,
        person_id: progress.started_by.id,
      });
      if (!owner) throw new AppError("unprocessable", "The person who requested it is no longer a member.");
      let done = 0;
      const say = async (step: string) => {
        signal.throwIfAborted();
        await keep({ step, done });
        done += 1;
      };
      await fillExample({ db, owner, product, folder, now: now(), say });
      await keep({ state: "ready", step: null, done: progress.steps });
    } catch (error) {
      if (error instanceof Gone || (await isGone(db, { organization_id, example_id }))) {
        await rm(folder, { recursive: true, force: true });
        return;
      }
      log().error({ err: error, example_id }, "an example was not filled");
      const reason =
        error instanceof AppError
          ? error.message
          : `It could not be filled; the server's log says why. ${AGAIN}`;
      await keep({ state: "failed", error: reason });
    }
  },
});

async function isGone(
  db: Database,
  { organization_id, example_id }: { organization_id: string; example_id: string },
): Promise<boolean> {
  const { example } = await findExamples(db, { organization_id });
  return example?.id !== example_id || example.progress.state !== "playing";
}

/** What refers to a record goes before it. The audit goes with its organization alone, and not before. */
const LAST_FIRST = CARRIED.map(({ table }) => table)
  .filter((table) => !table.startsWith("audit_"))
  .toReversed();

export const exampleRemoveJob = defineJob({
  name: "example_remove",
  summary: "Delete an example with everything that belongs to it",
  schema: exampleSchema,
  retry: { limit: 5, delay_seconds: 5 },
  expire_seconds: 600,
  handle: async ({ organization_id, example_id }, { db, now }) => {
    const { example } = await findExamples(db, { organization_id });
    if (example?.id === example_id)
      await transaction(db, async (tx) => {
        await deleteRowsOf(tx, { organization_id: example_id, tables: LAST_FIRST });
        await deleteExample(tx, { organization_id });
        const detail = { example_id };
        await recordWork(tx, { organization_id, job: exampleRemoveJob.name, detail, now: now() });
      });
    await rm(folderOf(example_id), { recursive: true, force: true });
  },
});

export const exampleJobs = [examplePlayJob, exampleRemoveJob];

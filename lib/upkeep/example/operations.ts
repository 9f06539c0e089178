import { findExamples, insertExample, insertMember, listAllMembers, putExampleProgress } from "@/lib/access";
import { type ExampleProgress, settingsSchema } from "@/lib/access/contract";
import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { EXAMPLE_STEPS } from "./fill";
import { examplePlayJob, exampleRemoveJob } from "./jobs";
import { hasData } from "./queries";

const NAME = "Example: a harbour's booking service";

const exampleGet = defineQuery(contract.exampleGet, {
  read: async ({ db, actor }) => {
    const tenant = tenantOf({ actor });
    const { example, parent } = await findExamples(db, tenant);
    return { example, example_of: parent, has_data: await hasData(db, tenant) };
  },
});

const examplePlay = defineCommand(contract.examplePlay, {
  write: async ({ db, actor, input, now, audit }) => {
    const tenant = tenantOf({ actor });
    const known = await findExamples(db, tenant);
    if (known.parent)
      throw new AppError("unprocessable", "This is an example itself; go back to your own organization.");
    if (known.example)
      throw new AppError("conflict", "There is already an example; open it, or remove it first.");
    if (!input.confirm && (await hasData(db, tenant)))
      throw new AppError(
        "conflict",
        "This organization has data of its own. The example does not change it; send confirm to create the example anyway.",
      );
    const progress: ExampleProgress = {
      state: "playing",
      step: null,
      done: 0,
      steps: EXAMPLE_STEPS,
      error: null,
      started_by: { id: actor.id, name: actor.name },
      started_at: now().toISOString(),
    };
    const settings = settingsSchema.parse({ enabled: true });
    const example_id = await insertExample(db, { ...tenant, name: NAME, settings, progress });
    await addMembers(db, { actor, example_id });
    await enqueue(db, examplePlayJob, { ...tenant, example_id }, { key: example_id });
    audit({ subject_id: example_id });
    const { example } = await findExamples(db, tenant);
    if (!example) throw new Error("what was made in this transaction is found in it");
    return example;
  },
});

/** Who plays it sees it, as what he is, and so do the owners. */
async function addMembers(
  db: Db,
  { actor, example_id }: { actor: Actor; example_id: string },
): Promise<void> {
  const members = await listAllMembers(db, tenantOf({ actor }));
  for (const { person_id, role } of members)
    if (role === "owner" || person_id === actor.id)
      await insertMember(db, { organization_id: example_id, person_id, role });
}

const exampleRemove = defineCommand(contract.exampleRemove, {
  write: async ({ db, actor, audit }) => {
    const { parent } = await findExamples(db, tenantOf({ actor }));
    const organization_id = parent?.id ?? actor.organization_id;
    const { example } = await findExamples(db, { organization_id });
    if (!example) throw new AppError("not_found", "There is no example.");
    const progress = { ...example.progress, state: "removing" as const, step: null };
    await putExampleProgress(db, { organization_id, while_state: example.progress.state, progress });
    await enqueue(
      db,
      exampleRemoveJob,
      { organization_id, example_id: example.id },
      { key: `remove ${example.id}` },
    );
    audit({ subject_id: example.id });
    return { removing: true as const };
  },
});

export const exampleOperations = [exampleGet, examplePlay, exampleRemove];

import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import { type ExampleProgress, exampleProgressSchema } from "../contract";

type OfParent = { organization_id: string };
type Named = { id: string; slug: string; name: string };

export type Example = Named & { progress: ExampleProgress };

/** The columns of what an organization is called. */
export const NAMED = { id: true, slug: true, name: true } satisfies Prisma.organizationSelect;

/** The example of an organization, and the one that it is itself the example of; null where there is none. */
export async function findExamples(
  db: Db,
  { organization_id }: OfParent,
): Promise<{ example: Example | null; parent: Named | null }> {
  const row = await db.organization.findUnique({
    where: { id: organization_id },
    select: { parent: { select: NAMED }, its_example: { select: { ...NAMED, example: true } } },
  });
  const { parent = null, its_example = null } = row ?? {};
  if (its_example === null) return { example: null, parent };
  const { example: progress, ...named } = its_example;
  return { example: { ...named, progress: exampleProgressSchema.parse(progress) }, parent };
}

/** Makes the example of an organization, without members and empty. @returns its id. */
export async function insertExample(
  db: Db,
  {
    organization_id,
    name,
    settings,
    progress,
  }: OfParent & { name: string; settings: object; progress: ExampleProgress },
): Promise<string> {
  const id = newId();
  await db.organization.create({
    data: {
      id,
      slug: `example-${id.slice(-12)}`,
      name,
      settings,
      example_of: organization_id,
      example: progress,
    },
  });
  return id;
}

/** Keeps how far an example is; false when it is in another state than the one given, or gone. */
export async function putExampleProgress(
  db: Db,
  {
    organization_id,
    while_state,
    progress,
  }: OfParent & { while_state: ExampleProgress["state"]; progress: ExampleProgress },
): Promise<boolean> {
  const { count } = await db.organization.updateMany({
    where: { example_of: organization_id, example: { path: ["state"], equals: while_state } },
    data: { example: progress },
  });
  return count === 1;
}

/** Deletes the example of an organization with everything that belongs to it. @returns whether there was one. */
export async function deleteExample(db: Db, { organization_id }: OfParent): Promise<boolean> {
  const example = await db.organization.findFirst({
    where: { example_of: organization_id },
    select: { id: true },
  });
  if (example === null) return false;
  // Events and uses refer to memories without a foreign key, so deleting the organization does not delete them.
  const ofExample = { where: { organization_id: example.id } };
  await db.memory_event.deleteMany(ofExample);
  await db.memory_use.deleteMany(ofExample);
  const { count } = await db.organization.deleteMany({ where: { example_of: organization_id } });
  return count === 1;
}

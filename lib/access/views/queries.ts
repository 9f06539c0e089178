import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { iso } from "@/lib/kernel/time";
import { MAX_VIEWS, type SavedView } from "../contract";

type OfPerson = Tenant & { person_id: string };

const visibleTo = ({ organization_id, person_id }: OfPerson): Prisma.saved_viewWhereInput => ({
  organization_id,
  OR: [{ person_id: null }, { person_id }],
});

const withDefault = ({ organization_id, person_id }: OfPerson) =>
  ({ defaults: { where: { organization_id, person_id } } }) satisfies Prisma.saved_viewInclude;

type Row = Prisma.saved_viewGetPayload<{ include: ReturnType<typeof withDefault> }>;

function toView({ id, list, name, query, person_id, version, updated_at, defaults }: Row): SavedView {
  return {
    id,
    list,
    name,
    query,
    shared: person_id === null,
    is_default: defaults.length > 0,
    version,
    updated_at: iso(updated_at),
  };
}

/** A person's own views of a list and those of the organization, by name. */
export async function listViews(
  db: Db,
  { organization_id, person_id, list }: OfPerson & { list: string },
): Promise<SavedView[]> {
  const rows = await db.saved_view.findMany({
    where: { AND: [visibleTo({ organization_id, person_id }), { organization_id, list }] },
    include: withDefault({ organization_id, person_id }),
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 2 * MAX_VIEWS,
  });
  return rows.map(toView);
}

/** Null where there is none that the person sees. */
export async function findView(
  db: Db,
  { organization_id, person_id, view_id }: OfPerson & { view_id: string },
): Promise<SavedView | null> {
  const row = await db.saved_view.findFirst({
    where: { AND: [visibleTo({ organization_id, person_id }), { organization_id, id: view_id }] },
    include: withDefault({ organization_id, person_id }),
  });
  return row && toView(row);
}

/** The ids and names of the other views of the same owner, a person or with null the organization. */
export async function findNames(
  db: Db,
  { organization_id, owner_id, list }: Tenant & { owner_id: string | null; list: string },
): Promise<{ id: string; name: string }[]> {
  return db.saved_view.findMany({
    where: { organization_id, person_id: owner_id, list },
    select: { id: true, name: true },
    take: MAX_VIEWS,
  });
}

type Values = { owner_id: string | null; list: string; name: string; query: string; now: Date };

/** @returns its id. */
export async function insertView(
  db: Db,
  { organization_id, owner_id, now, ...values }: Tenant & Values,
): Promise<string> {
  const id = newId();
  await db.saved_view.create({
    data: { organization_id, id, person_id: owner_id, ...values, created_at: now, updated_at: now },
  });
  return id;
}

/** @returns whether the view still had this version. */
export async function updateView(
  db: Db,
  {
    organization_id,
    view_id,
    version,
    owner_id,
    now,
    ...values
  }: Tenant & Omit<Values, "list"> & { view_id: string; version: number },
): Promise<boolean> {
  const { count } = await db.saved_view.updateMany({
    where: { organization_id, id: view_id, version },
    data: { ...values, person_id: owner_id, version: { increment: 1 }, updated_at: now },
  });
  return count === 1;
}

export async function deleteView(
  db: Db,
  { organization_id, view_id }: Tenant & { view_id: string },
): Promise<void> {
  await db.saved_view.deleteMany({ where: { organization_id, id: view_id } });
}

/** A list opens with this view for a person, or with null as it is. */
export async function putDefault(
  db: Db,
  { organization_id, person_id, list, view_id }: OfPerson & { list: string; view_id: string | null },
): Promise<void> {
  await db.default_view.deleteMany({ where: { organization_id, person_id, list } });
  if (view_id !== null) await db.default_view.create({ data: { organization_id, person_id, list, view_id } });
}

/** The view is seen by this person alone now. */
export async function dropDefaultsOfOthers(
  db: Db,
  { organization_id, person_id, view_id }: OfPerson & { view_id: string },
): Promise<void> {
  await db.default_view.deleteMany({ where: { organization_id, view_id, person_id: { not: person_id } } });
}

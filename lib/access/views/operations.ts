import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as viewsQueries from "./queries";

const SHARES = "repositories:manage";

const personOf = (actor: Actor) => ({ ...tenantOf({ actor }), person_id: actor.id });

async function load(db: Db, actor: Actor, view_id: string): Promise<contract.SavedView> {
  const view = await viewsQueries.findView(db, { ...personOf(actor), view_id });
  if (!view) throw new AppError("not_found", "This view was deleted, or is somebody else's.");
  return view;
}

/** @throws AppError permission_denied: what is the organization's is changed by those who set it up. */
function assertMayShare(actor: Actor): void {
  if (!actor.permissions.has(SHARES))
    throw new AppError(
      "permission_denied",
      `This needs the permission ${SHARES}: leads and owners share views and change shared ones. Save it as your own.`,
    );
}

/** @throws AppError invalid_input where the name is another's, or there are too many views. */
async function assertRoomFor(
  db: Db,
  { actor, input, owner_id }: { actor: Actor; input: contract.ViewToSave; owner_id: string | null },
): Promise<void> {
  const { list, name, view_id } = input;
  const all = await viewsQueries.findNames(db, { ...tenantOf({ actor }), owner_id, list });
  const others = all.filter(({ id }) => id !== view_id);
  if (others.length >= contract.MAX_VIEWS)
    throw invalidField("/list", `has ${contract.MAX_VIEWS} views already; delete one first`);
  if (others.some((other) => other.name === name))
    throw invalidField(
      "/name",
      "is the name of another view of this list; choose another, or change that view",
    );
}

export const viewList = defineQuery(contract.viewList, {
  read: async ({ db, actor, input }) => ({
    items: await viewsQueries.listViews(db, { ...personOf(actor), list: input.list }),
  }),
});

export const viewSave = defineCommand(contract.viewSave, {
  load: ({ db, actor, input }) =>
    input.view_id === undefined ? Promise.resolve(null) : load(db, actor, input.view_id),
  write: async ({ db, actor, input, subject, now, audit }) => {
    if (input.shared || subject?.shared) assertMayShare(actor);
    if (subject !== null && subject.list !== input.list)
      throw invalidField("/list", `is not the list of this view, which is ${subject.list}`);
    const owner_id = input.shared ? null : actor.id;
    await assertRoomFor(db, { actor, input, owner_id });
    const values = { ...tenantOf({ actor }), owner_id, name: input.name, query: input.query, now: now() };
    const view_id = subject?.id ?? (await viewsQueries.insertView(db, { ...values, list: input.list }));
    if (subject !== null) {
      const { version } = subject;
      const updated = await viewsQueries.updateView(db, { ...values, view_id, version });
      if (!updated) throw new AppError("conflict", "The view changed meanwhile. Read it again.");
    }
    if (subject?.shared && !input.shared)
      await viewsQueries.dropDefaultsOfOthers(db, { ...personOf(actor), view_id });
    audit({ subject_id: view_id });
    return load(db, actor, view_id);
  },
});

export const viewDelete = defineCommand(contract.viewDelete, {
  load: ({ db, actor, input }) => load(db, actor, input.view_id),
  write: async ({ db, actor, subject, audit }) => {
    if (subject.shared) assertMayShare(actor);
    await viewsQueries.deleteView(db, { ...tenantOf({ actor }), view_id: subject.id });
    audit({ subject_id: subject.id, before: { list: subject.list, shared: subject.shared } });
    return { deleted: true as const };
  },
});

export const viewDefault = defineCommand(contract.viewDefault, {
  load: ({ db, actor, input }) =>
    input.view_id === null ? Promise.resolve(null) : load(db, actor, input.view_id),
  write: async ({ db, actor, input, subject, audit }) => {
    if (subject !== null && subject.list !== input.list)
      throw invalidField("/view_id", `is a view of the list ${subject.list}`);
    await viewsQueries.putDefault(db, { ...personOf(actor), ...input });
    audit({ subject_id: input.view_id ?? undefined, detail: { list: input.list } });
    return input;
  },
});

import { findMemberOfPerson } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import * as sql from "@/lib/db/sql/inbox";
import { type Actor, actorRef, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { oneOf } from "@/lib/kernel/one-of";
import { nextCursor } from "@/lib/kernel/pagination";
import { toDate } from "@/lib/kernel/time";
import { namedRepository } from "@/lib/memories";
import { publish } from "@/lib/notifications";
import { WAITING_RULES } from "@/lib/reviews";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { findPredictions } from "@/lib/skills";
import * as contract from "../contract";
import { decodePosition, encodePosition } from "./cursor";
import { decidableKinds, decidesOn } from "./deciding";
import { itemPath } from "./paths";
import { findAssignee, findSnoozes, putAssignments, putSnoozes } from "./queries";

function assigneeOf(actor: Actor, assignee: string | undefined): sql.InboxWhere["assignee"] {
  if (assignee === undefined) return null;
  if (assignee === "me") return { person_id: actor.id };
  return { person_id: assignee === "nobody" ? null : assignee };
}

function toItem(
  row: sql.InboxRow,
  predictions: ReadonlyMap<string, contract.InboxItem["predicted"]>,
): contract.InboxItem {
  const { subject_id, title, reach, repository_id, repository_name, assignee_id, assignee_name, comments } =
    row;
  return {
    kind: oneOf(contract.INBOX_KINDS, row.kind),
    subject_id,
    title,
    reach,
    comments,
    repository: repository_id === null ? null : { id: repository_id, name: repository_name ?? "" },
    since: row.since.toISOString(),
    assignee: assignee_id === null ? null : { id: assignee_id, name: assignee_name ?? "" },
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    predicted: predictions.get(subject_id) ?? null,
  };
}

const inboxList = defineQuery(contract.inboxList, {
  read: async ({ db, actor, input, now }) => {
    const { cursor, limit, snoozed } = input;
    const after = cursor === undefined ? null : decodePosition(cursor);
    const as_of = after?.as_of ?? now().toISOString();
    const decidable = decidableKinds(actor);
    const where: sql.InboxWhere = {
      ...tenantOf({ actor }),
      person_id: actor.id,
      kinds: decidable.filter((kind) => input.kind === undefined || input.kind.includes(kind)),
      repository_id: (await namedRepository(db, { actor, repository: input.repository })) ?? null,
      assignee: assigneeOf(actor, input.assignee),
      snoozed,
    };
    const asked = { where, rules: WAITING_RULES, now: new Date(as_of) };
    const [rows, total] = await Promise.all([
      sql.findInboxItems(db, { ...asked, after, limit: limit + 1 }),
      sql.countInboxItems(db, asked),
    ]);
    const shown = rows.slice(0, limit);
    const proposals = shown.filter(({ kind }) => kind === "proposal");
    const predictions = await findPredictions(db, {
      ...tenantOf({ actor }),
      proposal_ids: proposals.map(({ subject_id }) => subject_id),
    });
    return {
      items: shown.map((row) => toItem(row, predictions)),
      next_cursor: nextCursor(rows, limit, (last) => encodePosition({ ...last, as_of })),
      total,
    };
  },
});

const inboxCounts = defineQuery(contract.inboxCounts, {
  read: async ({ db, actor, input, now }) => {
    const kinds = decidableKinds(actor);
    const rows = await sql.countInbox(db, {
      ...tenantOf({ actor }),
      person_id: actor.id,
      kinds,
      repository_id: (await namedRepository(db, { actor, repository: input.repository })) ?? null,
      rules: WAITING_RULES,
      now: now(),
    });
    const byKind = new Map(rows.map((row) => [row.kind, row.waiting]));
    const sum = (count: (row: sql.InboxCountRow) => number) => rows.reduce((all, row) => all + count(row), 0);
    return {
      total: sum(({ waiting }) => waiting),
      mine: sum(({ mine }) => mine),
      snoozed: sum((row) => row.snoozed),
      kinds: kinds.map((kind) => ({ kind, count: byKind.get(kind) ?? 0 })),
    };
  },
});

const inboxArrivals = defineQuery(contract.inboxArrivals, {
  read: async ({ db, actor, input, now }) => {
    const rows = await sql.findArrivals(db, {
      ...tenantOf({ actor }),
      kinds: decidableKinds(actor),
      rules: WAITING_RULES,
      after: new Date(input.after),
      until: now(),
    });
    return { kinds: rows.map(({ kind, count }) => ({ kind: oneOf(contract.INBOX_KINDS, kind), count })) };
  },
});

/** @throws AppError not_found for an item that the organization does not have, or that the actor may not decide on. */
export async function assertItems(
  db: Db,
  { actor, items }: { actor: Actor; items: readonly contract.InboxReference[] },
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const decidable = decidableKinds(actor);
  for (const kind of new Set(items.map((item) => item.kind))) {
    const ids = items.filter((item) => item.kind === kind).map(({ subject_id }) => subject_id);
    const found = decidable.includes(kind)
      ? await sql.findInboxTitles(db, { ...tenantOf({ actor }), kind, ids })
      : [];
    for (const { id, title } of found) titles.set(`${kind} ${id}`, title);
  }
  if (items.some(({ kind, subject_id }) => !titles.has(`${kind} ${subject_id}`)))
    throw new AppError("not_found", "One of these items does not exist.");
  return titles;
}

const inboxSnooze = defineCommand(contract.inboxSnooze, {
  load: ({ db, actor, input }) => assertItems(db, { actor, items: input.items }),
  write: async ({ db, actor, input, now, audit }) => {
    const until = toDate(input.until);
    if (until !== null && until <= now()) throw invalidField("/until", "must be in the future");
    const of = { ...tenantOf({ actor }), person_id: actor.id, items: input.items, now: now() };
    const before = await findSnoozes(db, of);
    await putSnoozes(db, { ...of, until });
    audit({ detail: { count: input.items.length, until: input.until } });
    return { count: input.items.length, before };
  },
});

/** What items are called in a sentence. */
function whatOf(items: readonly contract.InboxReference[], titles: ReadonlyMap<string, string>): string {
  const [first] = items;
  if (items.length > 1 || !first) return `${items.length} items`;
  return titles.get(`${first.kind} ${first.subject_id}`) ?? "an item";
}

/** Says who has an item that was assigned to somebody else at the same moment. */
async function assignedMeanwhile(
  db: Db,
  {
    organization_id,
    items,
    person_id,
  }: Tenant & { items: readonly contract.InboxReference[]; person_id: string | null },
): Promise<AppError> {
  const assigned = await Promise.all(items.map((item) => findAssignee(db, { organization_id, ...item })));
  const other = assigned.find((id) => id !== null && id !== person_id);
  const member = other ? await findMemberOfPerson(db, { organization_id, person_id: other }) : null;
  return new AppError(
    "conflict",
    `An item was assigned to ${member?.name ?? "somebody else"} meanwhile; assign it again if it is to be another's.`,
  );
}

const inboxAssign = defineCommand(contract.inboxAssign, {
  load: ({ db, actor, input }) => assertItems(db, { actor, items: input.items }),
  write: async ({ db, actor, input, subject: titles, now, audit }) => {
    const { items, person_id } = input;
    const proposal = items.findIndex(({ kind }) => kind === "proposal");
    if (proposal !== -1)
      throw invalidField(`/items/${proposal}/kind`, "is assigned by proposal_assign, on the proposal itself");
    const tenant = tenantOf({ actor });
    if (person_id !== null) {
      const member = await findMemberOfPerson(db, { ...tenant, person_id });
      if (!member) throw invalidField("/person_id", "is not a member of this organization");
      const other = items.findIndex(({ kind }) => !decidesOn(member.role, kind));
      if (other !== -1)
        throw invalidField(
          "/person_id",
          `may not decide on the item at /items/${other}, and would not see it`,
        );
    }
    if (!(await putAssignments(db, { ...tenant, person_id, items, now: now() })))
      throw await assignedMeanwhile(db, { ...tenant, items, person_id });
    const [first] = items;
    if (person_id !== null && first)
      await publish(db, {
        ...tenant,
        happening: {
          kind: "assigned",
          title: `${actor.name} assigned you ${whatOf(items, titles)}`,
          path: items.length === 1 ? itemPath(first) : "/inbox?assignee=me",
          count: items.length,
          actor: actorRef(actor),
          person_ids: [person_id],
        },
        now: now(),
      });
    audit({ detail: { count: items.length, person_id } });
    return { count: items.length };
  },
});

export const operations = [inboxList, inboxCounts, inboxArrivals, inboxSnooze, inboxAssign];

import { listAllMembers } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { redactText } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { decidesOn } from "../items/deciding";
import { assertItems } from "../items/operations";
import { itemPath } from "../items/paths";
import { findAssignee } from "../items/queries";
import { announceComment } from "./announce";
import { mentionedIn } from "./mentions";
import { findCommenters, insertInboxComment, listInboxComments } from "./queries";

const loadItem = ({ db, actor, input }: { db: Db; actor: Actor; input: contract.InboxReference }) =>
  assertItems(db, { actor, items: [{ kind: input.kind, subject_id: input.subject_id }] });

/** Those who may see items of a kind: nobody else is notified of one. */
async function peopleOf(db: Db, { actor, kind }: { actor: Actor; kind: contract.InboxKind }) {
  const members = await listAllMembers(db, tenantOf({ actor }));
  return members
    .filter(({ role }) => decidesOn(role, kind))
    .map(({ person_id, name }) => ({ id: person_id, name }));
}

const inboxCommentList = defineQuery(contract.inboxCommentList, {
  load: loadItem,
  read: async ({ db, actor, input }) => {
    const page = await listInboxComments(db, { ...tenantOf({ actor }), ...input });
    const people = await peopleOf(db, { actor, kind: input.kind });
    return {
      ...page,
      items: page.items.map((comment) => ({ ...comment, mentions: mentionedIn(comment.body, people) })),
    };
  },
});

const inboxComment = defineCommand(contract.inboxComment, {
  load: loadItem,
  prepare: ({ input }) => redactText(input.body),
  write: async ({ db, actor, input, subject: titles, prepared: body, now, audit }) => {
    const { kind, subject_id } = input;
    const people = await peopleOf(db, { actor, kind: input.kind });
    const mentions = mentionedIn(body, people);
    const mentioned = mentions.map(({ id }) => id);
    const commenters = await findCommenters(db, { ...tenantOf({ actor }), kind, subject_id });
    const assignee = await findAssignee(db, { ...tenantOf({ actor }), kind, subject_id });
    const heard = new Set([...commenters, assignee]);
    const comment = await insertInboxComment(db, {
      ...tenantOf({ actor }),
      kind,
      subject_id,
      body,
      actor: actorRef(actor),
      now: now(),
    });
    await announceComment(db, {
      ...tenantOf({ actor }),
      what: titles.get(`${kind} ${subject_id}`) ?? "an item",
      path: itemPath({ kind, subject_id }),
      author: actorRef(actor),
      mentioned,
      heard: people.map(({ id }) => id).filter((id) => heard.has(id)),
      now: now(),
    });
    audit({ subject_id, detail: { kind, comment_id: comment.id, mentioned } });
    return { ...comment, mentions };
  },
});

export const operations = [inboxCommentList, inboxComment];

import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { iso } from "@/lib/kernel/time";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { deleteLinksOfInvited, reopenLogin } from "../logins/queries";
import { isRuledByProvider } from "../logins/sign-in-by-provider";
import { mayManageRole } from "../policy";
import { findInvitationsOfPerson } from "../unscoped";
import { acceptInvitation } from "./accept";
import * as invitationsQueries from "./queries";

const answered = () => new AppError("not_found", "This invitation was answered or withdrawn.");

export const invitationList = defineQuery(contract.invitationList, {
  read: ({ db, actor, input }) =>
    invitationsQueries.listInvitations(db, { ...tenantOf({ actor }), ...input }),
});

export const invitationWithdraw = defineCommand(contract.invitationWithdraw, {
  load: async (context) => {
    const invitation = await invitationsQueries.findInvitation(context.db, {
      ...tenantOf(context),
      ...context.input,
    });
    if (!invitation) throw answered();
    return invitation;
  },
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  write: async ({ db, actor, subject, input, audit }) => {
    const invitation = { ...tenantOf({ actor }), ...input };
    await deleteLinksOfInvited(db, invitation);
    if (!(await invitationsQueries.deleteInvitation(db, invitation))) throw answered();
    audit({ subject_id: subject.id, before: { role: subject.role } });
    return { withdrawn: true as const };
  },
});

/**
 * What a person is invited to. A login through a link of one organization shows and answers nothing: its owner made the
 * link and may hold it, and what others ask of the person is none of his business.
 */
async function receivedBy({ db, actor, now }: { db: Db; actor: Actor; now: () => Date }) {
  if (actor.login === undefined || actor.login.organization_id !== null) return [];
  return findInvitationsOfPerson(db, { person_id: actor.id, now: now() });
}

export const invitationReceived = defineQuery(contract.invitationReceived, {
  read: async (context) => {
    const invitations = await receivedBy(context);
    return {
      items: invitations.map(({ created_at, expires_at, ...rest }) => ({
        ...rest,
        created_at: iso(created_at),
        expires_at: iso(expires_at),
      })),
    };
  },
});

async function decline(tx: Db, { organization_id, id }: { organization_id: string; id: string }) {
  const invitation = { organization_id, invitation_id: id };
  await deleteLinksOfInvited(tx, invitation);
  return invitationsQueries.deleteInvitation(tx, invitation);
}

/** Has the login that accepts reach the organization also where it ended there before, as of who was removed. */
async function reopen(
  tx: Db,
  {
    actor: { login },
    invitation,
  }: { actor: Actor; invitation: { organization_id: string; organization_slug: string } },
): Promise<void> {
  if (login === undefined) return;
  const { organization_id, organization_slug: slug } = invitation;
  const ruled_by_provider = await isRuledByProvider(tx, { slug });
  await reopenLogin(tx, { login_id: login.id, organization_id, ruled_by_provider });
}

export const invitationAnswer = defineCommand(contract.invitationAnswer, {
  load: async (context) => {
    const received = await receivedBy(context);
    const invitation = received.find(({ id }) => id === context.input.invitation_id);
    if (!invitation) throw answered();
    return invitation;
  },
  write: async ({ db, actor, input, subject, now, audit }) => {
    const done = input.accept
      ? await acceptInvitation(db, { invitation: subject, person_id: actor.id, now: now() })
      : await decline(db, subject);
    if (!done) throw answered();
    if (input.accept) await reopen(db, { actor, invitation: subject });
    // The organization in which the person asked learns nothing of the one that invited.
    audit({ subject_id: actor.id });
    return { member: input.accept };
  },
});

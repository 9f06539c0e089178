import type { Db } from "@/lib/db/client";
import { lockOrganization } from "@/lib/db/sql/skills";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import type { Role } from "@/lib/kernel/permissions";
import { DAY_MS } from "@/lib/kernel/time";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { renameInAudit } from "../audit/name-queries";
import type { Member } from "../contract";
import * as contract from "../contract";
import { deleteExpiredInvitation, insertInvitation } from "../invitations/queries";
import { isAllowedEmail } from "../logins/email-domains";
import { signsInByLinks } from "../logins/providers";
import { mayManageRole } from "../policy";
import { ensurePerson } from "../unscoped";
import { endAccessOfPerson } from "./end-access";
import { loadMember } from "./load";
import * as membersQueries from "./queries";
import { linkFor, mayHaveLink } from "./sign-in-link";

export const memberList = defineQuery(contract.memberList, {
  read: ({ db, actor, input }) => membersQueries.listMembers(db, { ...tenantOf({ actor }), ...input }),
});

export const memberAdd = defineCommand(contract.memberAdd, {
  authorize: (actor, _subject, input) => mayManageRole(actor, input.role),
  write: async ({ db, actor, input, now, audit }) => {
    if (!isAllowedEmail(input.email))
      throw invalidField("/email", "has a domain that this server does not allow (SIGN_IN_EMAIL_DOMAINS)");
    const { person, created } = await ensurePerson(db, input);
    const { role } = input;
    const linked = { actor, person_id: person.id, now: now() };
    // Who has an account here is asked: nobody is made a member without his word.
    if (!created) {
      const invitation = await invite(db, { ...linked, name: input.name, role });
      audit({ subject_id: invitation.id, detail: { person_id: person.id, role, invited: true } });
      const link = (await mayHaveLink(db, linked)) ? await linkFor(db, linked) : NO_LINK;
      return { member: null, invitation, ...link };
    }
    const tenant = tenantOf({ actor });
    const member = await membersQueries.insertMember(db, { ...tenant, person_id: person.id, role });
    const { person_id, name } = member;
    await renameInAudit(db, { ...tenant, person_id, name });
    audit({ subject_id: member.id, detail: { person_id, role: member.role } });
    const link = signsInByLinks() ? await linkFor(db, linked) : NO_LINK;
    return { member, invitation: null, ...link };
  },
});

const NO_LINK = { sign_in_url: null, sign_in_url_expires_at: null };

const INVITATION_DAYS = 30;

type Inviting = { actor: Actor; person_id: string; name: string; role: Role; now: Date };

async function invite(db: Db, { actor, person_id, name, role, now }: Inviting) {
  const tenant = tenantOf({ actor });
  if (await membersQueries.findMemberOfPerson(db, { ...tenant, person_id }))
    throw new AppError("conflict", "This person is a member already.");
  await deleteExpiredInvitation(db, { ...tenant, person_id, now });
  const invitation = await insertInvitation(db, {
    ...tenant,
    person_id,
    name,
    role,
    invited_by: actor.id,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
  });
  if (!invitation)
    throw new AppError("conflict", "This person is invited already; withdraw that invitation first.");
  return invitation;
}

/**
 * The member as they are once nobody else changes members of the organization, until the transaction ends. Of many owners
 * who are demoted at once, each is counted after the ones before: an organization without an owner could never be managed
 * again.
 */
async function loadLocked(context: { db: Db; actor: Actor; input: { member_id: string } }): Promise<Member> {
  await lockOrganization(context.db, tenantOf(context));
  const member = await loadMember(context);
  if (!mayManageRole(context.actor, member.role))
    throw new AppError("permission_denied", "You may not do this here.");
  return member;
}

async function keepAnOwner(db: Db, { organization_id, role }: { organization_id: string; role: string }) {
  if (role === "owner" && (await membersQueries.countOwners(db, { organization_id })) <= 1)
    throw new AppError("unprocessable", "This is the only owner; make another member an owner first.");
}

export const memberUpdate = defineCommand(contract.memberUpdate, {
  load: loadMember,
  authorize: (actor, subject, input) =>
    mayManageRole(actor, subject.role) && mayManageRole(actor, input.role),
  write: async ({ db, actor, input, audit }) => {
    const member = await loadLocked({ db, actor, input });
    if (input.role !== "owner") await keepAnOwner(db, { ...tenantOf({ actor }), role: member.role });
    const { person_id, role: before } = member;
    audit({
      subject_id: member.id,
      detail: { person_id },
      before: { role: before },
      after: { role: input.role },
    });
    return membersQueries.updateMemberRole(db, { ...tenantOf({ actor }), ...input });
  },
});

export const memberRemove = defineCommand(contract.memberRemove, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  write: async ({ db, actor, input, audit }) => {
    const member = await loadLocked({ db, actor, input });
    await keepAnOwner(db, { ...tenantOf({ actor }), role: member.role });
    const tenant = tenantOf({ actor });
    const { person_id } = member;
    await endAccessOfPerson(db, { ...tenant, person_id });
    await membersQueries.deleteMember(db, { ...tenant, member_id: member.id });
    audit({ subject_id: member.id, detail: { person_id }, before: { role: member.role } });
    return { removed: true as const };
  },
});

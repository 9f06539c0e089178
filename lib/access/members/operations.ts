import type { Db } from "@/lib/db/client";
import { lockOrganization } from "@/lib/db/sql/skills";
import { publicUrl } from "@/lib/env";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { createLoginToken } from "../agents/keys";
import { renameInAudit } from "../audit/name-queries";
import type { Member } from "../contract";
import * as contract from "../contract";
import { mayManageRole } from "../policy";
import { ensurePerson, insertLoginLink } from "../unscoped";
import * as membersQueries from "./queries";

export const memberList = defineQuery(contract.memberList, {
  read: ({ db, actor, input }) => membersQueries.listMembers(db, { ...tenantOf({ actor }), ...input }),
});

const SIGN_IN_LINK_DAYS = 7;

export const memberAdd = defineCommand(contract.memberAdd, {
  authorize: (actor, _subject, input) => mayManageRole(actor, input.role),
  write: async ({ db, actor, input, now, audit }) => {
    const { person, created } = await ensurePerson(db, input);
    const member = await membersQueries.insertMember(db, {
      ...tenantOf({ actor }),
      person_id: person.id,
      role: input.role,
    });
    const { person_id, role } = member;
    await renameInAudit(db, { ...tenantOf({ actor }), person_id, name: member.name });
    audit({ subject_id: member.id, detail: { person_id, role } });
    // A link signs in as the person everywhere: only who was nowhere before gets one from an owner here.
    if (!created) return { member, sign_in_url: null, sign_in_url_expires_at: null };
    const { token, token_hash } = createLoginToken();
    const expires_at = new Date(now().getTime() + SIGN_IN_LINK_DAYS * DAY_MS);
    await insertLoginLink(db, { token_hash, person_id: person.id, expires_at });
    return {
      member,
      sign_in_url: `${publicUrl()}/sign-in?token=${token}`,
      sign_in_url_expires_at: expires_at.toISOString(),
    };
  },
});

async function loadMember(context: { db: Db; actor: Actor; input: { member_id: string } }) {
  const member = await membersQueries.findMember(context.db, {
    ...tenantOf(context),
    member_id: context.input.member_id,
  });
  if (!member) throw new AppError("not_found", "This member does not exist.");
  return member;
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
    audit({ subject_id: member.id, detail: { person_id, before, after: input.role } });
    return membersQueries.updateMemberRole(db, { ...tenantOf({ actor }), ...input });
  },
});

export const memberRemove = defineCommand(contract.memberRemove, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  write: async ({ db, actor, input, audit }) => {
    const member = await loadLocked({ db, actor, input });
    await keepAnOwner(db, { ...tenantOf({ actor }), role: member.role });
    await membersQueries.deleteMember(db, { ...tenantOf({ actor }), member_id: member.id });
    audit({ subject_id: member.id, detail: { person_id: member.person_id, role: member.role } });
    return { removed: true as const };
  },
});

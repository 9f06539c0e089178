import { findMemberOfPerson, listAllMembers } from "@/lib/access";
import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { redactText } from "@/lib/memories";
import { publish } from "@/lib/notifications";
import { defineCommand } from "@/lib/runtime/operation";
import {
  findHunks,
  findProposalCommenters,
  insertProposalComment,
  loadProposal,
  maySeeProposal,
  setProposalAssignee,
} from "@/lib/skills";
import * as contract from "@/lib/skills/contract";
import { announceComment } from "../comments/announce";
import { mentionedIn } from "../comments/mentions";

/** Skills keep who looks at a proposal and what was said, but know no notifications: people get them here. */

const pathOf = (proposal_id: string) => `/proposals/${proposal_id}`;

const proposalAssign = defineCommand(contract.proposalAssign, {
  load: loadProposal,
  authorize: maySeeProposal,
  write: async ({ db, actor, input: { proposal_id, person_id }, subject: proposal, now, audit }) => {
    const tenant = tenantOf({ actor });
    const member = person_id === null ? null : await findMemberOfPerson(db, { ...tenant, person_id });
    if (person_id !== null && !member)
      throw invalidField("/person_id", "is not a member of this organization");
    const assignee = member && { id: member.person_id, name: member.name };
    await setProposalAssignee(db, { ...tenant, proposal_id, assignee });
    if (assignee)
      await publish(db, {
        ...tenant,
        happening: {
          kind: "assigned",
          title: `${actor.name} assigned you the proposal ${proposal.title}`,
          path: pathOf(proposal_id),
          count: 1,
          actor: actorRef(actor),
          person_ids: [assignee.id],
        },
        now: now(),
      });
    audit({
      subject_id: proposal_id,
      before: { person_id: proposal.assignee?.id ?? null },
      after: { person_id },
    });
    return loadProposal({ db, actor, input: { proposal_id } });
  },
});

const proposalComment = defineCommand(contract.proposalComment, {
  load: loadProposal,
  authorize: maySeeProposal,
  prepare: ({ input }) => redactText(input.body),
  write: async ({ db, actor, input, subject: proposal, prepared: body, now, audit }) => {
    const tenant = tenantOf({ actor });
    const { proposal_id, hunk_id = null } = input;
    const hunks = hunk_id === null ? [] : await findHunks(db, { ...tenant, proposal_id });
    if (hunk_id !== null && !hunks.some(({ id }) => id === hunk_id))
      throw invalidField("/hunk_id", "is not a hunk of this proposal; it may have been drafted again");
    const commenters = await findProposalCommenters(db, { ...tenant, proposal_id });
    const heard = new Set([...commenters, proposal.assignee?.id]);
    const comment = await insertProposalComment(db, {
      ...tenant,
      proposal_id,
      hunk_id,
      body,
      actor: actorRef(actor),
      now: now(),
    });
    if (actor.kind === "person") {
      const people = await listAllMembers(db, tenant);
      await announceComment(db, {
        ...tenant,
        what: `the proposal ${proposal.title}`,
        path: pathOf(proposal_id),
        author: actorRef(actor),
        mentioned: mentionedIn(body, people).map(({ person_id }) => person_id),
        heard: people.map(({ person_id }) => person_id).filter((id) => heard.has(id)),
        now: now(),
      });
    }
    audit({ subject_id: proposal_id, detail: { comment_id: comment.id, hunk_id } });
    return comment;
  },
});

export const operations = [proposalAssign, proposalComment];

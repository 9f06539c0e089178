import { lockSkills } from "@/lib/db/sql/skills";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { markAddressed, memoriesByIds, redactText, redactTexts } from "@/lib/memories";
import { findingsByIds, markFindingsAddressed } from "@/lib/reviews";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { find, refuseDecision } from "../drafting/operations";
import { applyEdits, withLf } from "../skills/edits";
import { refuseText } from "../skills/forbidden-text";
import {
  assertOpen,
  currentVersion,
  holdSkill,
  loadFilter,
  loadProposal,
  loadSkill,
  maySeeFilter,
  maySeeIts,
  ofVisible,
  publish,
} from "../skills/loaders";
import { parseSkill } from "../skills/markdown";
import * as versionsQueries from "../versions/queries";
import * as commentQueries from "./comment-queries";
import { undoUntil } from "./decision-operations";
import * as proposalsQueries from "./queries";
import { isRebased, rebaseEdit } from "./rebase";
import * as proposalWrites from "./write-queries";

function assigneeOf(actor: Actor, assignee: string | undefined): string | null | undefined {
  if (assignee === "me") return actor.id;
  if (assignee === "nobody") return null;
  return assignee;
}

export const proposalList = defineQuery(contract.proposalList, {
  load: loadFilter,
  authorize: maySeeFilter,
  read: ({ db, actor, input, subject: repository }) => {
    const decided = input.status?.every((status) => status === "approved" || status === "rejected");
    const list = decided ? proposalsQueries.listDecidedProposals : proposalsQueries.listProposals;
    return list(db, {
      ...ofVisible({ actor }),
      ...input,
      repository_id: repository?.id,
      assignee_id: assigneeOf(actor, input.assignee),
    });
  },
});

export const proposalGet = defineQuery(contract.proposalGet, {
  load: loadProposal,
  authorize: maySeeIts,
  records: true,
  read: async ({ db, actor, input, subject: proposal, now }) => {
    const tenant = tenantOf({ actor });
    if (actor.kind === "person")
      await proposalWrites.setOpened(db, { ...tenant, proposal_id: proposal.id, now: now() });
    const [skill, base, hunks] = await Promise.all([
      loadSkill({ db, actor, input: { skill_id: proposal.skill.id } }),
      versionsQueries.findVersion(db, {
        ...tenant,
        skill_id: proposal.skill.id,
        number: proposal.base_version,
      }),
      proposalsQueries.findHunks(db, { ...tenant, proposal_id: input.proposal_id }),
    ]);
    if (!base) throw new Error("a proposal was made for a version");
    const current = await currentVersion(db, skill, actor.organization_id);
    const [comments, findings, memories] = await Promise.all([
      commentQueries.findComments(db, { ...tenant, proposal_id: proposal.id }),
      findingsByIds(db, { ...tenant, finding_ids: hunks.flatMap(({ finding_ids }) => finding_ids) }),
      memoriesByIds(db, { ...tenant, ids: [...new Set(hunks.flatMap(({ memory_ids }) => memory_ids))] }),
    ]);
    const is_open = proposal.status === "open";
    const shown = parseSkill(is_open ? current.content : base.content);
    const applied = is_open ? applyEdits(current.content, proposal.section, hunks) : null;
    const conflict = applied !== null && "problem" in applied;
    const carried = conflict
      ? hunks.map((edit) =>
          rebaseEdit({ base: base.content, current: current.content, section: proposal.section, edit }),
        )
      : [];
    return {
      ...proposal,
      comments,
      undo_until: undoUntil(proposal, skill, now()),
      rebasable: conflict && isRebased(carried),
      hunks: hunks.map(({ finding_ids, memory_ids, ...hunk }, index) => {
        const rebased = carried[index];
        const own = findings.filter(({ id }) => finding_ids.includes(id));
        const place = find(shown, proposal.section, hunk.current_text);
        const refused = applied && "problem" in applied && applied.edit === index ? applied.problem : null;
        return {
          ...hunk,
          rule_categories: [...new Set(own.map(({ rule_category }) => rule_category))].sort(),
          start_line: "line" in place ? place.line : null,
          conflict: is_open && "problem" in place ? place.problem : refused,
          three_way:
            rebased && "conflict" in rebased ? { reason: rebased.reason, region: rebased.conflict } : null,
          findings: own,
          memories: memories.filter(({ id }) => memory_ids.includes(id)),
        };
      }),
      base_content: base.content,
      current_content: current.content,
      current_version: current.number,
      proposed_content: applied && "content" in applied ? applied.content : null,
      conflict,
    };
  },
});

type Chosen = { hunk_id: string; proposed_text?: string };

/** The hunks to approve with their texts, in their order. */
function choose(hunks: readonly proposalsQueries.StoredHunk[], chosen: readonly Chosen[] | undefined) {
  for (const [index, { hunk_id, proposed_text }] of (chosen ?? []).entries()) {
    const hunk = hunks.find(({ id }) => id === hunk_id);
    if (!hunk) throw invalidField(`/hunks/${index}/hunk_id`, "is not a hunk of this proposal");
    if (chosen?.findIndex((each) => each.hunk_id === hunk_id) !== index)
      throw invalidField(`/hunks/${index}/hunk_id`, "is named twice");
    const refused = proposed_text === undefined ? null : refuseText(proposed_text, hunk.current_text);
    if (refused !== null) throw invalidField(`/hunks/${index}/proposed_text`, refused);
  }
  return hunks.flatMap((hunk) => {
    const choice = chosen?.find(({ hunk_id }) => hunk_id === hunk.id);
    if (chosen && !choice) return [];
    const text = choice?.proposed_text === undefined ? hunk.proposed_text : withLf(choice.proposed_text);
    return [{ ...hunk, proposed_text: text, edited: text !== hunk.proposed_text }];
  });
}

/** Refuses wordings that would put a secret into the skill, which is delivered to a repository. */
async function refuseSecrets(
  hunks: readonly proposalsQueries.StoredHunk[],
  chosen: readonly Chosen[] = [],
): Promise<void> {
  for (const [index, { hunk_id, proposed_text }] of chosen.entries()) {
    if (proposed_text === undefined || (await redactText(proposed_text)) === proposed_text) continue;
    const hunk = hunks.find(({ id }) => id === hunk_id);
    if (hunk?.current_text.includes(proposed_text) || hunk?.proposed_text === proposed_text) continue;
    throw invalidField(`/hunks/${index}/proposed_text`, "contains something that looks like a secret");
  }
}

/** Refuses reasons for hunks that are none of the proposal's. */
function checkHunkFeedback(
  hunks: readonly proposalsQueries.StoredHunk[],
  hunk_feedback: readonly { hunk_id: string }[] = [],
): void {
  for (const [index, { hunk_id }] of hunk_feedback.entries())
    if (!hunks.some(({ id }) => id === hunk_id))
      throw invalidField(`/hunk_feedback/${index}/hunk_id`, "is not a hunk of this proposal");
}

type Said = {
  feedback?: string | undefined;
  hunk_feedback?: readonly { hunk_id: string; feedback: string }[] | undefined;
};

/** What a decision says, without secrets and personal data: it is kept, and drafted from. */
async function redactSaid({ feedback = "", hunk_feedback = [] }: Said) {
  const texts = [feedback, ...hunk_feedback.map((each) => each.feedback)];
  const [whole, ...each] = await redactTexts(texts.map((text) => ({ text })));
  return {
    feedback: whole?.text || null,
    hunk_feedback: hunk_feedback.map(({ hunk_id }, index) => ({
      hunk_id,
      feedback: each[index]?.text ?? "",
    })),
  };
}

export const proposalApprove = defineCommand(contract.proposalApprove, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: proposal }) => {
    assertOpen(proposal, input.version);
    const tenant = tenantOf({ actor });
    const hunks = await proposalsQueries.findHunks(db, { ...tenant, proposal_id: proposal.id });
    const chosen = choose(hunks, input.hunks);
    await refuseSecrets(hunks, input.hunks);
    checkHunkFeedback(hunks, input.hunk_feedback);
    const skill = await loadSkill({ db, actor, input: { skill_id: proposal.skill.id } });
    const current = await currentVersion(db, skill, actor.organization_id);
    const result = applyEdits(current.content, proposal.section, chosen);
    if ("problem" in result) {
      const drafted = hunks.filter(({ id }) => chosen.some((hunk) => hunk.id === id));
      const is_wording = "content" in applyEdits(current.content, proposal.section, drafted);
      if (is_wording)
        throw new AppError("unprocessable", `Your wording cannot be applied. ${result.problem}`);
      throw new AppError(
        "conflict",
        `${result.problem} Draft the proposal again (proposal_redraft), then decide.`,
      );
    }
    if (result.content === current.content)
      throw new AppError("unprocessable", "The approved text changes nothing; reject the proposal instead.");
    const rejected = hunks.filter(({ id }) => !chosen.some((hunk) => hunk.id === id));
    return { chosen, rejected, skill, current, content: result.content, said: await redactSaid(input) };
  },
  write: async ({ db, actor, input, subject: proposal, prepared, now, audit }) => {
    const { chosen, rejected, current, content, said } = prepared;
    const tenant = tenantOf({ actor });
    const at = now();
    const { feedback, hunk_feedback } = said;
    const decision = { ...tenant, proposal_id: proposal.id, feedback };
    // The skill before the proposal, as drafting does, so that neither waits for the other in a circle.
    await lockSkills(db, { ...tenant, skill_ids: [proposal.skill.id] });
    assertOpen(await loadProposal({ db, actor, input }), input.version);
    const skill = await holdSkill(db, { ...tenant, skill_id: proposal.skill.id, number: current.number });
    const decider = { actor: actorRef(actor), now: at };
    const decided = { ...decision, ...decider, version: input.version, status: "approved" as const };
    if (!(await proposalWrites.decideProposal(db, decided)))
      await refuseDecision(db, actor, proposal.id, input.version);
    const { skill_version, delivery } = await publish(db, {
      ...tenant,
      ...decider,
      skill,
      skill_id: skill.id,
      content,
      name: skill.name,
      description: skill.description,
      base_sha256: current.content_sha256,
      origin: "approved",
      proposal_id: proposal.id,
      note: proposal.title,
    });
    await proposalWrites.setAppliedVersion(db, {
      ...tenant,
      proposal_id: proposal.id,
      number: skill_version.number,
    });
    for (const { id, edited, proposed_text } of chosen)
      if (edited)
        await proposalWrites.setEditedText(db, { ...tenant, hunk_id: id, edited_text: proposed_text });
    await proposalWrites.decideHunks(db, {
      ...decision,
      hunk_feedback,
      hunk_ids: chosen.map(({ id }) => id),
      decision: "approved",
    });
    await proposalWrites.decideHunks(db, {
      ...decision,
      hunk_feedback,
      hunk_ids: rejected.map(({ id }) => id),
      decision: "rejected",
    });
    const memories = await markAddressed(db, {
      ...tenant,
      ...decider,
      ids: [...new Set(chosen.flatMap(({ memory_ids }) => memory_ids))],
      version_id: skill_version.id,
      reason: `Addressed by ${skill.name}, version ${skill_version.number}`,
    });
    const findings_addressed = await markFindingsAddressed(db, {
      ...tenant,
      finding_ids: chosen.flatMap(({ finding_ids }) => finding_ids),
      version_id: skill_version.id,
      now: at,
    });
    audit({
      subject_id: proposal.id,
      detail: {
        proposal_id: proposal.id,
        skill_id: skill.id,
        version: skill_version.number,
        version_id: skill_version.id,
        delivery_id: delivery.id,
        hunks: chosen.map(({ id, edited }) => ({ id, edited })),
        rejected_hunks: rejected.map(({ id }) => id),
        memories_addressed: memories.length,
        findings_addressed,
        feedback,
      },
    });
    return {
      proposal: await loadProposal({ db, actor, input }),
      skill_version,
      delivery,
      memories_addressed: memories.length,
      findings_addressed,
    };
  },
});

export const proposalReject = defineCommand(contract.proposalReject, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: ({ input }) => redactSaid(input),
  write: async ({ db, actor, input, subject: proposal, prepared, now, audit }) => {
    assertOpen(proposal, input.version);
    const { feedback, hunk_feedback } = prepared;
    const decision = { ...tenantOf({ actor }), proposal_id: proposal.id, feedback };
    const decided = {
      ...decision,
      version: input.version,
      status: "rejected" as const,
      actor: actorRef(actor),
      now: now(),
    };
    if (!(await proposalWrites.decideProposal(db, decided)))
      await refuseDecision(db, actor, proposal.id, input.version);
    const hunks = await proposalsQueries.findHunks(db, decision);
    checkHunkFeedback(hunks, input.hunk_feedback);
    await proposalWrites.decideHunks(db, {
      ...decision,
      hunk_feedback,
      hunk_ids: hunks.map(({ id }) => id),
      decision: "rejected",
    });
    audit({ subject_id: proposal.id, detail: { skill_id: proposal.skill.id, feedback } });
    return loadProposal({ db, actor, input });
  },
});

import { lockSkills } from "@/lib/db/sql/skills";
import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { evidenceCode } from "../drafting/evidence-code";
import { skillEffects, skillTargets } from "../effects/operations";
import { applyEdits, withLf } from "../skills/edits";
import { readFrontmatter } from "../skills/frontmatter";
import {
  assertOpen,
  currentVersion,
  holdSkill,
  loadProposal,
  loadSkill,
  maySeeIts,
  publish,
} from "../skills/loaders";
import { parseSkill } from "../skills/markdown";
import { followText } from "../versions/follow-text";
import * as versionsQueries from "../versions/queries";
import * as proposalsQueries from "./queries";
import { isRebased, rebaseEdit } from "./rebase";
import * as proposalWrites from "./write-queries";

/**
 * The review queue's operations around a decision: rebase, undo, and whether it worked. Who looks and what was
 * said is with the inbox, since people are notified of it.
 */

const proposalRebase = defineCommand(contract.proposalRebase, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: proposal }) => {
    assertOpen(proposal, input.version);
    const tenant = tenantOf({ actor });
    const skill = await loadSkill({ db, actor, input: { skill_id: proposal.skill.id } });
    const current = await currentVersion(db, skill, actor.organization_id);
    const at_base = { ...tenant, skill_id: skill.id, number: proposal.base_version };
    const base = await versionsQueries.findVersion(db, at_base);
    if (!base) throw new Error("a proposal was made for a version");
    const hunks = await proposalsQueries.findHunks(db, { ...tenant, proposal_id: proposal.id });
    const carried = hunks.map((edit) =>
      rebaseEdit({ base: base.content, current: current.content, section: proposal.section, edit }),
    );
    const [first] = carried;
    if (!isRebased(carried) || !first || !("section" in first)) {
      const stuck = carried.flatMap((each, index) => {
        if ("conflict" in each) return [`hunk ${index + 1}: ${each.reason}`];
        return [];
      });
      throw new AppError(
        "conflict",
        `It cannot be rebased: ${stuck.join(" ") || "its hunks would land in different sections."} Draft it again, ` +
          "or reject it.",
      );
    }
    const { section } = first;
    const result = applyEdits(current.content, section, carried);
    if ("problem" in result)
      throw new AppError("conflict", `It cannot be rebased: ${result.problem} Draft it again.`);
    const moved = hunks.flatMap(({ id }, index) => {
      const edit = carried[index];
      if (edit)
        return [{ id, current_text: withLf(edit.current_text), proposed_text: withLf(edit.proposed_text) }];
      return [];
    });
    return { current, section, hunks: moved };
  },
  write: async ({ db, actor, input, subject: proposal, prepared, now, audit }) => {
    const { current, section, hunks } = prepared;
    const ofSkill = { ...tenantOf({ actor }), skill_id: proposal.skill.id };
    await holdSkill(db, { ...ofSkill, number: current.number });
    const same = { ...ofSkill, section, intents: proposal.intents, except_id: proposal.id };
    if (await proposalsQueries.hasOpenProposal(db, same))
      throw new AppError("conflict", `“${section}” already has an open proposal; decide that one first.`);
    const moved = await proposalWrites.moveProposal(db, {
      ...ofSkill,
      proposal_id: proposal.id,
      version: input.version,
      base_version: current.number,
      section,
      hunks,
      now: now(),
    });
    if (!moved) assertOpen(await loadProposal({ db, actor, input }), input.version);
    audit({
      subject_id: proposal.id,
      detail: { section },
      before: { base_version: proposal.base_version },
      after: { base_version: current.number },
    });
    return loadProposal({ db, actor, input });
  },
});

const UNDO_MS = contract.UNDO_MINUTES * 60_000;

/** Until when a decision can be undone; null when it cannot. */
export function undoUntil(proposal: contract.Proposal, skill: contract.Skill, now: Date): string | null {
  const { status, decided_at, applied_version } = proposal;
  if ((status !== "approved" && status !== "rejected") || decided_at === null) return null;
  if (status === "approved" && skill.current_version !== applied_version) return null;
  const until = new Date(Date.parse(decided_at) + UNDO_MS);
  if (until > now) return until.toISOString();
  return null;
}

const proposalUndo = defineCommand(contract.proposalUndo, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, actor, subject: proposal }) => {
    const { applied_version } = proposal;
    if (applied_version === null) return null;
    const ofSkill = { ...tenantOf({ actor }), skill_id: proposal.skill.id };
    const applied = await versionsQueries.findVersion(db, { ...ofSkill, number: applied_version });
    const before = await versionsQueries.findVersion(db, { ...ofSkill, number: applied_version - 1 });
    if (!applied || !before) throw new Error("an approved version has one before it");
    const fields = readFrontmatter(parseSkill(before.content), proposal.skill.path);
    if ("problem" in fields) throw new Error(`a stored version ${fields.problem}`);
    return { applied, before, fields };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const tenant = tenantOf({ actor });
    const at = now();
    const ofSkill = { ...tenant, skill_id: subject.skill.id };
    // As deciding does: the skill before the proposal.
    await lockSkills(db, { ...tenant, skill_ids: [subject.skill.id] });
    const proposal = await loadProposal({ db, actor, input });
    const skill = await loadSkill({ db, actor, input: { skill_id: subject.skill.id } });
    if (proposal.version !== input.version || undoUntil(proposal, skill, at) === null)
      throw new AppError("conflict", whyNoUndo(proposal, skill));
    if (
      await proposalsQueries.hasOpenProposal(db, {
        ...ofSkill,
        section: proposal.section,
        intents: proposal.intents,
        except_id: proposal.id,
      })
    )
      throw new AppError(
        "conflict",
        `“${proposal.section}” has another open proposal meanwhile; decide that one.`,
      );
    let skill_version: contract.SkillVersion | null = null;
    if (prepared) {
      const { applied, before, fields } = prepared;
      const made = await publish(db, {
        ...ofSkill,
        ...fields,
        skill,
        content: before.content,
        base_sha256: applied.content_sha256,
        origin: "reverted",
        actor: actorRef(actor),
        note: `Undid the approval of “${proposal.title}”`,
        now: at,
      });
      skill_version = made.skill_version;
      await followText(db, {
        ...ofSkill,
        actor: actorRef(actor),
        reason: `The approval of version ${applied.number} was undone`,
        now: at,
      });
    }
    const reopened = await proposalWrites.reopenProposal(db, {
      ...tenant,
      proposal_id: proposal.id,
      version: input.version,
      ...(skill_version !== null && { base_version: skill_version.number }),
      now: at,
    });
    if (!reopened) throw new AppError("conflict", whyNoUndo(proposal, skill));
    audit({
      subject_id: proposal.id,
      detail: { decision: proposal.status, skill_id: skill.id, version: skill_version?.number ?? null },
    });
    return { proposal: await loadProposal({ db, actor, input }), skill_version };
  },
});

function whyNoUndo(proposal: contract.Proposal, skill: contract.Skill): string {
  if (proposal.status === "open") return "The proposal is open; there is no decision to undo.";
  if (proposal.status === "approved" && skill.current_version !== proposal.applied_version)
    return "The skill has a later version; revert to the older version on the skill's page instead.";
  return (
    `A decision can be undone for ${contract.UNDO_MINUTES} minutes, by the version that was read. ` +
    "Revert to an older version on the skill's page instead."
  );
}

export const operations = [proposalRebase, proposalUndo, evidenceCode, skillEffects, skillTargets];

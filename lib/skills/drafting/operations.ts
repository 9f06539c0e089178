import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { redactText } from "@/lib/memories";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { findSection, locate } from "../skills/edits";
import {
  assertOpen,
  loadFilter,
  loadProposal,
  loadSkill,
  maySeeFilter,
  maySeeIts,
  ofVisible,
} from "../skills/loaders";
import { lineAt, type SkillDocument } from "../skills/markdown";
import * as versionsQueries from "../versions/queries";
import { planDrafts } from "./plan-drafts";
import { storeDrafts } from "./store-drafts";
import { changesOf, storeUpload } from "./upload";

export const proposalDraft = defineCommand(contract.proposalDraft, {
  load: async (context) => {
    const { skill_id } = context.input;
    const skill = skill_id === undefined ? undefined : await loadSkill({ ...context, input: { skill_id } });
    return { repository: await loadFilter(context), skill };
  },
  authorize: (actor, { repository, skill }) =>
    maySeeFilter(actor, repository) && (skill === undefined || maySeeIts(actor, skill)),
  prepare: ({ db, ai, actor, input, subject: { repository, skill }, now }) => {
    const { rule_category, intent, min_rejection_rate, min_samples } = input;
    return planDrafts(db, {
      ...ofVisible({ actor }),
      model: ai.language_model,
      embedder: ai.embedder,
      occasion: "asked",
      wanted: rule_category === undefined || intent === undefined ? null : { rule_category, intent },
      thresholds: { min_rejection_rate, min_samples },
      repository_id: repository?.id,
      skill_id: skill?.id,
      now: now(),
    });
  },
  write: async ({ db, actor, input, prepared: plan, now, audit }) => {
    const result = await storeDrafts(db, { ...tenantOf({ actor }), plan, now: now() });
    audit({
      detail: {
        ...(input.rule_category !== undefined && {
          rule_category: input.rule_category,
          intent: input.intent,
        }),
        proposals: result.proposals.map(({ id, outcome }) => ({ id, outcome })),
      },
    });
    return result;
  },
});

export const proposalUpload = defineCommand(contract.proposalUpload, {
  load: loadSkill,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: skill }) => {
    const { base_version: number = skill.current_version, content } = input;
    const base = await versionsQueries.findVersion(db, {
      ...tenantOf({ actor }),
      skill_id: skill.id,
      number,
    });
    if (!base)
      throw invalidField("/base_version", `is no version of ${skill.name}; it has ${skill.current_version}`);
    const found = changesOf(base.content, content);
    if ("problem" in found) throw invalidField("/content", found.problem);
    for (const { section, edits } of found.changes)
      for (const { current_text, proposed_text } of edits)
        if ((await redactText(proposed_text)) !== proposed_text && !current_text.includes(proposed_text))
          throw invalidField("/content", `contains something that looks like a secret, in “${section}”`);
    return { ...found, base_version: number, reason: await redactText(input.reason) };
  },
  write: async ({ db, actor, input, subject: skill, prepared, now, audit }) => {
    const result = await storeUpload(db, {
      ...tenantOf({ actor }),
      skill,
      author: actor.name,
      now: now(),
      ...prepared,
      content: input.content,
    });
    audit({
      subject_id: skill.id,
      detail: {
        base_version: prepared.base_version,
        proposals: result.proposals.map(({ id, outcome }) => ({ id, outcome })),
        refused: result.refused.length,
      },
    });
    return result;
  },
});

/** Where a hunk's text stands, or why nowhere. */
export function find(
  document: SkillDocument,
  title: string,
  text: string,
): { line: number } | { problem: string } {
  const section = findSection(document, title);
  if ("problem" in section) return section;
  const at = locate(document, section, text);
  if ("problem" in at) return at;
  return { line: lineAt(document.content, at.start) };
}

/** Says who was faster. */
export async function refuseDecision(
  db: Db,
  actor: Actor,
  proposal_id: string,
  version: number,
): Promise<never> {
  assertOpen(await loadProposal({ db, actor, input: { proposal_id } }), version);
  throw new AppError("conflict", "The proposal changed meanwhile; review it again and decide.");
}

export const proposalRedraft = defineCommand(contract.proposalRedraft, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, ai, actor, input, subject: proposal, now }) => {
    assertOpen(proposal, input.version);
    if (contract.uploaderOf(proposal.drafter) !== null)
      throw new AppError(
        "unprocessable",
        "No evidence asked for this change: rebase it, have its text uploaded again, or reject it.",
      );
    const plan = await planDrafts(db, {
      ...ofVisible({ actor }),
      model: ai.language_model,
      embedder: ai.embedder,
      occasion: "asked",
      skill_id: proposal.skill.id,
      now: now(),
    });
    const isIts = (each: { proposal: { id: string } | null }) => each.proposal?.id === proposal.id;
    const planned = plan.planned.filter(isIts);
    const unchanged = plan.unchanged.filter(isIts);
    if (planned.length === 0 && unchanged.length === 0)
      throw new AppError(
        "unprocessable",
        "The evidence no longer supports this change, or the skill already says it; reject the proposal.",
      );
    return { ...plan, planned, unchanged };
  },
  write: async ({ db, actor, input, prepared: plan, now, audit }) => {
    const { proposals } = await storeDrafts(db, { ...tenantOf({ actor }), plan, now: now() });
    audit({ subject_id: input.proposal_id, detail: { outcome: proposals[0]?.outcome } });
    return loadProposal({ db, actor, input });
  },
});

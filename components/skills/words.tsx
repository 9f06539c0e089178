import {
  BadgeCheck,
  CircleX,
  Clock,
  CornerDownRight,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  Inbox,
  TriangleAlert,
} from "lucide-react";
import type { EvidenceItem } from "@/components/pieces/evidence-rail";
import type { TermOf } from "@/components/pieces/vocabulary";
import type { Finding } from "@/lib/reviews/contract";
import type { DeliveryStatus, Hunk, Proposal, ProposalStatus, VersionOrigin } from "@/lib/skills/contract";
import type { skillPage } from "@/messages/compiled/skill-page";
import type { skillsWords } from "@/messages/compiled/skills-words";
import type { PlainKey } from "@/messages/message";

/** How a state is shown, in texts of the area `skillsWords`. */
export type SkillsTerm = TermOf<PlainKey<typeof skillsWords>>;

export const PROPOSAL_TERMS: Record<ProposalStatus, SkillsTerm> = {
  open: { word: "proposal_open", icon: Inbox, tone: "primary", meaning: "proposal_open_meaning" },
  approved: { word: "proposal_approved", icon: BadgeCheck, tone: "ok", meaning: "proposal_approved_meaning" },
  rejected: {
    word: "proposal_rejected",
    icon: CircleX,
    tone: "danger",
    meaning: "proposal_rejected_meaning",
  },
  superseded: {
    word: "proposal_superseded",
    icon: CornerDownRight,
    tone: "quiet",
    meaning: "proposal_superseded_meaning",
  },
};

export const HUNK_TERMS: Record<Hunk["decision"], SkillsTerm> = {
  open: PROPOSAL_TERMS.open,
  approved: { word: "hunk_approved", icon: BadgeCheck, tone: "ok", meaning: "hunk_approved_meaning" },
  rejected: { word: "hunk_rejected", icon: CircleX, tone: "danger", meaning: "hunk_rejected_meaning" },
};

export const DELIVERY_TERMS: Record<DeliveryStatus, SkillsTerm> = {
  pending: { word: "delivery_pending", icon: Clock, tone: "neutral", meaning: "delivery_pending_meaning" },
  open: { word: "delivery_open", icon: GitPullRequest, tone: "primary", meaning: "delivery_open_meaning" },
  closed: {
    word: "delivery_closed",
    icon: GitPullRequestClosed,
    tone: "warn",
    meaning: "delivery_closed_meaning",
  },
  delivered: {
    word: "delivery_delivered",
    icon: BadgeCheck,
    tone: "calm",
    meaning: "delivery_delivered_meaning",
  },
  conflict: { word: "delivery_conflict", icon: GitMerge, tone: "warn", meaning: "delivery_conflict_meaning" },
  failed: {
    word: "delivery_failed",
    icon: TriangleAlert,
    tone: "danger",
    meaning: "delivery_failed_meaning",
  },
  superseded: {
    word: "delivery_superseded",
    icon: CornerDownRight,
    tone: "quiet",
    meaning: "delivery_superseded_meaning",
  },
};

/** The state of a skill's latest delivery, as it says something about the skill. */
export const SKILL_DELIVERY_TERMS: Record<DeliveryStatus, SkillsTerm> = {
  ...DELIVERY_TERMS,
  superseded: {
    word: "delivery_as_in_file",
    icon: BadgeCheck,
    tone: "calm",
    meaning: "delivery_as_in_file_meaning",
  },
};

export const ORIGIN_WORDS: Record<VersionOrigin, PlainKey<typeof skillPage>> = {
  registered: "origin_registered",
  observed: "origin_observed",
  approved: "origin_approved",
  reverted: "origin_reverted",
  merged: "origin_merged",
};

/** Whether any finding of the period speaks for or against it; without one nothing can be said of its confidence. */
export const isPredicted = (predicted: Proposal["predicted"]): boolean =>
  predicted !== null && predicted.spared + predicted.touched > 0;

function actorOf(finding: Finding): EvidenceItem["actor"] {
  if (finding.developer !== null) return { kind: "person", name: finding.developer };
  if (finding.agent !== null) return { kind: "agent", name: finding.agent };
  return null;
}

/** What stands behind a hunk, findings first. */
export const evidenceOf = (hunk: Hunk): EvidenceItem[] => [
  ...hunk.findings.map(
    (finding): EvidenceItem => ({
      type: "finding",
      id: finding.id,
      href: `/reviews/findings/${finding.id}`,
      at: finding.found_at,
      actor: actorOf(finding) ?? null,
      title: finding.title,
      disposition: finding.disposition,
      reason: finding.reason,
      file_path: finding.file_path,
      line: finding.line,
    }),
  ),
  ...hunk.memories.map(
    (memory): EvidenceItem => ({
      type: "memory",
      id: memory.id,
      href: `/memories/${memory.id}`,
      at: memory.created_at,
      statement: memory.statement,
      status: memory.status,
    }),
  ),
];

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
import type { Term } from "@/components/pieces/vocabulary";
import type { Finding } from "@/lib/reviews/contract";
import type { DeliveryStatus, Hunk, Proposal, ProposalStatus, VersionOrigin } from "@/lib/skills/contract";

export const PROPOSAL_TERMS: Record<ProposalStatus, Term> = {
  open: { word: "open", icon: Inbox, tone: "primary", meaning: "Waits for a decision." },
  approved: { word: "approved", icon: BadgeCheck, tone: "ok", meaning: "It became a version of the skill." },
  rejected: {
    word: "rejected",
    icon: CircleX,
    tone: "danger",
    meaning: "It was rejected, with a reason.",
  },
  superseded: {
    word: "superseded",
    icon: CornerDownRight,
    tone: "quiet",
    meaning: "Another proposal took its place.",
  },
};

export const HUNK_TERMS: Record<Hunk["decision"], Term> = {
  open: PROPOSAL_TERMS.open,
  approved: { word: "approved", icon: BadgeCheck, tone: "ok", meaning: "This hunk is in the skill." },
  rejected: { word: "rejected", icon: CircleX, tone: "danger", meaning: "This hunk was left out." },
};

export const DELIVERY_TERMS: Record<DeliveryStatus, Term> = {
  pending: {
    word: "delivering",
    icon: Clock,
    tone: "neutral",
    meaning: "The version is being delivered.",
  },
  open: {
    word: "waiting to be merged",
    icon: GitPullRequest,
    tone: "primary",
    meaning: "It is on its branch or in its pull request; the default branch does not have it yet.",
  },
  closed: {
    word: "closed unmerged",
    icon: GitPullRequestClosed,
    tone: "warn",
    meaning: "Its pull request was closed without merging. Someone has to decide.",
  },
  delivered: { word: "delivered", icon: BadgeCheck, tone: "calm", meaning: "The file has this version." },
  conflict: {
    word: "conflict",
    icon: GitMerge,
    tone: "warn",
    meaning: "The file was changed meanwhile, so it was not overwritten. Someone has to decide.",
  },
  failed: {
    word: "failed",
    icon: TriangleAlert,
    tone: "danger",
    meaning: "The file could not be written. The decision is stored; try again.",
  },
  superseded: {
    word: "superseded",
    icon: CornerDownRight,
    tone: "quiet",
    meaning: "A later version or a resolution took its place.",
  },
};

/** The state of a skill's latest delivery, as it says something about the skill. */
export const SKILL_DELIVERY_TERMS: Record<DeliveryStatus, Term> = {
  ...DELIVERY_TERMS,
  superseded: {
    word: "as in the file",
    icon: BadgeCheck,
    tone: "calm",
    meaning: "The newest version was taken from the file itself.",
  },
};

export const ORIGIN_WORDS: Record<VersionOrigin, string> = {
  registered: "first seen in the repository",
  observed: "the file was changed by others",
  approved: "from a proposal",
  reverted: "an older text again",
  merged: "a proposal merged with a change of the file",
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

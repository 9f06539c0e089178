import {
  ArrowRightLeft,
  Ban,
  Boxes,
  Check,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  ClipboardCheck,
  Clock,
  CornerDownRight,
  FileSymlink,
  FileX,
  Hourglass,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  MoveVertical,
  PencilLine,
  Ruler,
  ShieldAlert,
  Signpost,
  ThumbsDown,
  Unplug,
  UserCog,
  Wrench,
} from "lucide-react";
import type { BadgeTone } from "@/components/ui/badge";
import type { CitationStatus, ProbeStatus } from "@/lib/citations/contract";
import type { MemoryKind, MemoryStatus } from "@/lib/memories/contract";
import type { InferredOutcome } from "@/lib/recall/contract";
import type { Disposition } from "@/lib/reviews/contract";

/** How a value of the vocabulary is shown: always an icon and a word, with one sentence that says what it means. */
export type Term = { word: string; icon: LucideIcon; tone: BadgeTone; meaning: string };

export const MEMORY_STATUSES: Record<MemoryStatus, Term> = {
  active: { word: "active", icon: CircleCheck, tone: "calm", meaning: "Served to agents." },
  drifted: {
    word: "drifted",
    icon: ArrowRightLeft,
    tone: "warn",
    meaning: "A cited place was edited or is missing. Not served until someone decides.",
  },
  superseded: {
    word: "superseded",
    icon: CornerDownRight,
    tone: "quiet",
    meaning: "A corrected memory replaced it. Not served.",
  },
  invalid: {
    word: "invalid",
    icon: CircleX,
    tone: "danger",
    meaning: "Someone marked it as wrong, or every cited place is missing. Not served.",
  },
  expired: {
    word: "expired",
    icon: Hourglass,
    tone: "quiet",
    meaning: "Old and of low quality, or never recalled. Not served.",
  },
  quarantined: {
    word: "quarantined",
    icon: ShieldAlert,
    tone: "danger",
    meaning: "Its text gives instructions to AI models. Not served until a lead releases it.",
  },
};

export const CITATION_STATUSES: Record<CitationStatus, Term> = {
  unchanged: { word: "unchanged", icon: Check, tone: "calm", meaning: "The cited lines are the same." },
  moved: {
    word: "moved",
    icon: MoveVertical,
    tone: "ok",
    meaning: "The same text is on other lines of the file. Still valid.",
  },
  renamed: {
    word: "renamed",
    icon: FileSymlink,
    tone: "ok",
    meaning: "The file has another path now; the text is the same. Still valid.",
  },
  edited: { word: "edited", icon: PencilLine, tone: "warn", meaning: "The cited text was changed." },
  missing: {
    word: "missing",
    icon: FileX,
    tone: "danger",
    meaning: "The cited text was not found anywhere.",
  },
  unreachable: {
    word: "unreachable",
    icon: Unplug,
    tone: "neutral",
    meaning: "The repository could not be read. This does not count against the memory.",
  },
  unchecked: {
    word: "unchecked",
    icon: CircleDashed,
    tone: "quiet",
    meaning: "Not checked yet.",
  },
};

export const PROBE_STATUSES: Record<ProbeStatus, Term> = {
  holds: { word: "holds", icon: CircleCheck, tone: "ok", meaning: "The code matches what the rule expects." },
  violated: {
    word: "violated",
    icon: CircleX,
    tone: "danger",
    meaning: "Some code breaks the rule. Agents that work in these files are shown where.",
  },
  unknown: {
    word: "unknown",
    icon: CircleHelp,
    tone: "neutral",
    meaning: "No result: there is no code that the rule applies to.",
  },
};

export const DISPOSITIONS: Record<Disposition, Term> = {
  implement: { word: "implement", icon: Check, tone: "ok", meaning: "The developer fixes it." },
  reject: { word: "reject", icon: CircleX, tone: "danger", meaning: "The developer rejected it." },
  defer: { word: "defer", icon: Clock, tone: "warn", meaning: "Postponed." },
  clarify: {
    word: "clarify",
    icon: CircleHelp,
    tone: "neutral",
    meaning: "Needs an answer first; not counted in the rejection rate.",
  },
};

export const MEMORY_KINDS: Record<MemoryKind, { word: string; icon: LucideIcon }> = {
  convention: { word: "convention", icon: Ruler },
  decision: { word: "decision", icon: Signpost },
  procedure: { word: "procedure", icon: ListOrdered },
  anti_pattern: { word: "anti-pattern", icon: Ban },
  error_solution: { word: "error solution", icon: Wrench },
  rejection_pattern: { word: "rejection pattern", icon: ThumbsDown },
  framework_knowledge: { word: "framework knowledge", icon: Boxes },
  developer_preference: { word: "developer preference", icon: UserCog },
  review_outcome: { word: "review outcome", icon: ClipboardCheck },
  fact: { word: "fact", icon: MessageSquareText },
};

/** What answers suggest became of a memory; said with "inferred" before it, for nobody reported it. */
export const INFERRED_WORDS: Record<InferredOutcome, string> = {
  follows: "followed",
  contradicts: "contradicted",
  ignores: "not taken up",
  unknown: "unclear",
};

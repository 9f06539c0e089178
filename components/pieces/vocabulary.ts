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
import type { vocabulary } from "@/messages/compiled/vocabulary";
import type { PlainKey } from "@/messages/message";

type Word = PlainKey<typeof vocabulary>;

/** How a value is shown: always an icon and a word, with one sentence that says what it means; both are keys of texts. */
export type TermOf<Key extends string> = { word: Key; icon: LucideIcon; tone: BadgeTone; meaning: Key };

/** How a value of the vocabulary is shown. */
export type Term = TermOf<Word>;

export const MEMORY_STATUSES: Record<MemoryStatus, Term> = {
  active: { word: "memory_active", icon: CircleCheck, tone: "calm", meaning: "memory_active_meaning" },
  drifted: {
    word: "memory_drifted",
    icon: ArrowRightLeft,
    tone: "warn",
    meaning: "memory_drifted_meaning",
  },
  superseded: {
    word: "memory_superseded",
    icon: CornerDownRight,
    tone: "quiet",
    meaning: "memory_superseded_meaning",
  },
  invalid: {
    word: "memory_invalid",
    icon: CircleX,
    tone: "danger",
    meaning: "memory_invalid_meaning",
  },
  expired: {
    word: "memory_expired",
    icon: Hourglass,
    tone: "quiet",
    meaning: "memory_expired_meaning",
  },
  quarantined: {
    word: "memory_quarantined",
    icon: ShieldAlert,
    tone: "danger",
    meaning: "memory_quarantined_meaning",
  },
};

export const CITATION_STATUSES: Record<CitationStatus, Term> = {
  unchanged: { word: "citation_unchanged", icon: Check, tone: "calm", meaning: "citation_unchanged_meaning" },
  moved: {
    word: "citation_moved",
    icon: MoveVertical,
    tone: "ok",
    meaning: "citation_moved_meaning",
  },
  renamed: {
    word: "citation_renamed",
    icon: FileSymlink,
    tone: "ok",
    meaning: "citation_renamed_meaning",
  },
  edited: { word: "citation_edited", icon: PencilLine, tone: "warn", meaning: "citation_edited_meaning" },
  missing: {
    word: "citation_missing",
    icon: FileX,
    tone: "danger",
    meaning: "citation_missing_meaning",
  },
  unreachable: {
    word: "citation_unreachable",
    icon: Unplug,
    tone: "neutral",
    meaning: "citation_unreachable_meaning",
  },
  unchecked: {
    word: "citation_unchecked",
    icon: CircleDashed,
    tone: "quiet",
    meaning: "citation_unchecked_meaning",
  },
};

export const PROBE_STATUSES: Record<ProbeStatus, Term> = {
  holds: { word: "probe_holds", icon: CircleCheck, tone: "ok", meaning: "probe_holds_meaning" },
  violated: {
    word: "probe_violated",
    icon: CircleX,
    tone: "danger",
    meaning: "probe_violated_meaning",
  },
  unknown: {
    word: "probe_unknown",
    icon: CircleHelp,
    tone: "neutral",
    meaning: "probe_unknown_meaning",
  },
};

export const DISPOSITIONS: Record<Disposition, Term> = {
  implement: {
    word: "disposition_implement",
    icon: Check,
    tone: "ok",
    meaning: "disposition_implement_meaning",
  },
  reject: {
    word: "disposition_reject",
    icon: CircleX,
    tone: "danger",
    meaning: "disposition_reject_meaning",
  },
  defer: { word: "disposition_defer", icon: Clock, tone: "warn", meaning: "disposition_defer_meaning" },
  clarify: {
    word: "disposition_clarify",
    icon: CircleHelp,
    tone: "neutral",
    meaning: "disposition_clarify_meaning",
  },
};

export const MEMORY_KINDS: Record<MemoryKind, { word: Word; icon: LucideIcon }> = {
  convention: { word: "kind_convention", icon: Ruler },
  decision: { word: "kind_decision", icon: Signpost },
  procedure: { word: "kind_procedure", icon: ListOrdered },
  anti_pattern: { word: "kind_anti_pattern", icon: Ban },
  error_solution: { word: "kind_error_solution", icon: Wrench },
  rejection_pattern: { word: "kind_rejection_pattern", icon: ThumbsDown },
  framework_knowledge: { word: "kind_framework_knowledge", icon: Boxes },
  developer_preference: { word: "kind_developer_preference", icon: UserCog },
  review_outcome: { word: "kind_review_outcome", icon: ClipboardCheck },
  fact: { word: "kind_fact", icon: MessageSquareText },
};

/** What answers suggest became of a memory; said with "inferred" before it, for nobody reported it. */
export const INFERRED_WORDS: Record<InferredOutcome, Word> = {
  follows: "inferred_follows",
  contradicts: "inferred_contradicts",
  ignores: "inferred_ignores",
  unknown: "inferred_unknown",
};

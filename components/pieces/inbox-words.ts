import {
  ArrowRightLeft,
  FileClock,
  FileDiff,
  GitCompareArrows,
  type LucideIcon,
  MessageSquareDot,
  RotateCcw,
  ShieldAlert,
  ShieldQuestion,
  Tags,
} from "lucide-react";
import type { InboxKind } from "@/lib/inbox/contract";
import type { inboxKinds } from "@/messages/compiled/inbox-kinds";
import type { PlainKey } from "@/messages/message";

type Word = PlainKey<typeof inboxKinds>;

type KindWords = {
  /** Of one. */
  word: Word;
  /** Of several, as a choice among the kinds. */
  plural: Word;
  /** Of several, in the middle of a sentence. */
  several: Word;
  icon: LucideIcon;
  tone: "text-primary" | "text-warn" | "text-danger" | "text-muted-foreground";
  /** The page of the record itself. */
  hrefOf: (subject_id: string) => string;
};

/** How each kind of what waits in the inbox is called, by keys of texts, and drawn, wherever it is shown. */
export const INBOX_WORDS: Readonly<Record<InboxKind, KindWords>> = {
  proposal: {
    word: "proposal",
    plural: "proposal_plural",
    several: "proposal_several",
    icon: FileDiff,
    tone: "text-primary",
    hrefOf: (id) => `/proposals/${id}`,
  },
  drift: {
    word: "drift",
    plural: "drift_plural",
    several: "drift_several",
    icon: ArrowRightLeft,
    tone: "text-warn",
    hrefOf: (id) => `/memories/${id}`,
  },
  suspicious_head: {
    word: "suspicious_head",
    plural: "suspicious_head_plural",
    several: "suspicious_head_several",
    icon: ShieldQuestion,
    tone: "text-warn",
    hrefOf: () => "/citations",
  },
  conflict: {
    word: "conflict",
    plural: "conflict_plural",
    several: "conflict_several",
    icon: GitCompareArrows,
    tone: "text-warn",
    hrefOf: (id) => `/conflicts?conflict=${id}`,
  },
  quarantine: {
    word: "quarantine",
    plural: "quarantine_plural",
    several: "quarantine_several",
    icon: ShieldAlert,
    tone: "text-danger",
    hrefOf: (id) => `/memories/quarantine?memory=${id}`,
  },
  suggestion: {
    word: "suggestion",
    plural: "suggestion_plural",
    several: "suggestion_several",
    icon: MessageSquareDot,
    tone: "text-primary",
    hrefOf: (id) => `/suggestions?suggestion=${id}`,
  },
  unclassified: {
    word: "unclassified",
    plural: "unclassified_plural",
    several: "unclassified_several",
    icon: Tags,
    tone: "text-muted-foreground",
    hrefOf: (id) => `/reviews/findings/${id}`,
  },
  failure: {
    word: "failure",
    plural: "failure_plural",
    several: "failure_several",
    icon: RotateCcw,
    tone: "text-warn",
    hrefOf: (id) => `/failures/${id}`,
  },
  import: {
    word: "import",
    plural: "import_plural",
    several: "import_several",
    icon: FileClock,
    tone: "text-muted-foreground",
    hrefOf: (id) => `/reviews/imports/${id}`,
  },
};

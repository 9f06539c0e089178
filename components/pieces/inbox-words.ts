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

type KindWords = {
  /** Of one. */
  word: string;
  /** Of several, as a choice among the kinds. */
  plural: string;
  icon: LucideIcon;
  tone: "text-primary" | "text-warn" | "text-danger" | "text-muted-foreground";
  /** The page of the record itself. */
  hrefOf: (subject_id: string) => string;
};

/** How each kind of what waits in the inbox is called and drawn, wherever it is shown. */
export const INBOX_WORDS: Readonly<Record<InboxKind, KindWords>> = {
  proposal: {
    word: "proposal",
    plural: "Proposals",
    icon: FileDiff,
    tone: "text-primary",
    hrefOf: (id) => `/proposals/${id}`,
  },
  drift: {
    word: "drifted",
    plural: "Drifted memories",
    icon: ArrowRightLeft,
    tone: "text-warn",
    hrefOf: (id) => `/memories/${id}`,
  },
  suspicious_head: {
    word: "suspicious head",
    plural: "Suspicious heads",
    icon: ShieldQuestion,
    tone: "text-warn",
    hrefOf: () => "/citations",
  },
  conflict: {
    word: "conflict",
    plural: "Conflicts",
    icon: GitCompareArrows,
    tone: "text-warn",
    hrefOf: (id) => `/conflicts?conflict=${id}`,
  },
  quarantine: {
    word: "quarantined",
    plural: "Quarantined texts",
    icon: ShieldAlert,
    tone: "text-danger",
    hrefOf: (id) => `/memories/quarantine?memory=${id}`,
  },
  suggestion: {
    word: "suggestion",
    plural: "Suggestions",
    icon: MessageSquareDot,
    tone: "text-primary",
    hrefOf: (id) => `/suggestions?suggestion=${id}`,
  },
  unclassified: {
    word: "unclassified",
    plural: "Unclassified findings",
    icon: Tags,
    tone: "text-muted-foreground",
    hrefOf: (id) => `/reviews/findings/${id}`,
  },
  failure: {
    word: "came back",
    plural: "Failures that came back",
    icon: RotateCcw,
    tone: "text-warn",
    hrefOf: (id) => `/failures/${id}`,
  },
  import: {
    word: "import",
    plural: "Imports to confirm",
    icon: FileClock,
    tone: "text-muted-foreground",
    hrefOf: (id) => `/reviews/imports/${id}`,
  },
};

"use client";

import {
  ArrowRightLeft,
  Bug,
  CircleCheck,
  CircleHelp,
  FileX,
  Flag,
  type LucideIcon,
  PencilLine,
  ShieldAlert,
  Swords,
} from "lucide-react";
import { useMemo } from "react";
import { DISPOSITIONS } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import type { FailurePlace } from "@/lib/tasks/contract";
import { filesMarks } from "@/messages/compiled/files-marks";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { PlainKey, Translate } from "@/messages/message";
import type { Mark, MemoryStanding, Tone } from "./marks";

type Word = PlainKey<typeof filesMarks>;

/** Each way that a memory stands, as its icon and its texts. */
export const MEMORY_TERMS: Record<MemoryStanding, { word: Word; icon: LucideIcon; meaning: Word }> = {
  holds: { word: "standing_holds", icon: CircleCheck, meaning: "standing_holds_meaning" },
  edited: { word: "standing_edited", icon: PencilLine, meaning: "standing_edited_meaning" },
  drifted: { word: "standing_drifted", icon: ArrowRightLeft, meaning: "standing_drifted_meaning" },
  missing: { word: "standing_missing", icon: FileX, meaning: "standing_missing_meaning" },
  disputed: { word: "standing_disputed", icon: Swords, meaning: "standing_disputed_meaning" },
  quarantined: { word: "standing_quarantined", icon: ShieldAlert, meaning: "standing_quarantined_meaning" },
  unknown: { word: "standing_unknown", icon: CircleHelp, meaning: "standing_unknown_meaning" },
};

const FAILURE_WORDS = {
  open: "failure_open",
  solved: "failure_solved",
  returned: "failure_returned",
} as const satisfies Record<FailurePlace["failure"]["status"], Word>;

const FINDING_WORDS = {
  implement: "finding_implement",
  reject: "finding_reject",
  defer: "finding_defer",
  clarify: "finding_clarify",
} as const;

/** A mark in the reader's language. */
type MarkTerm = { word: string; icon: LucideIcon; meaning: string };

type Words = { t: Translate<typeof filesMarks>; words: Translate<typeof vocabulary> };

/** How a mark is shown: a memory by how it stands; the icons of findings and failures say what they are. */
function termIn({ t, words }: Words, mark: Mark): MarkTerm {
  if (mark.of === "memory") {
    const { word, icon, meaning } = MEMORY_TERMS[mark.standing];
    return { word: t(word), icon, meaning: t(meaning) };
  }
  if (mark.of === "finding") {
    const { disposition } = mark.item;
    const meaning = words(DISPOSITIONS[disposition].meaning);
    return { word: t(FINDING_WORDS[disposition]), icon: Flag, meaning };
  }
  const { status, occurrence_count } = mark.item.failure;
  const meaning = t("failure_meaning", { count: occurrence_count });
  return { word: t(FAILURE_WORDS[status]), icon: Bug, meaning };
}

export const isInferredMark = (mark: Mark): boolean => mark.of === "memory" && mark.item.citation.inferred;

/** Marks in the words of the page: `termOf` as they are shown, `nameOf` in full: "memory, edited, inferred citation". */
export function useMarkTerms() {
  const t = useMessages(filesMarks);
  const words = useMessages(vocabulary);
  return useMemo(() => {
    const termOf = (mark: Mark) => termIn({ t, words }, mark);
    const nameOf = (mark: Mark) =>
      t(isInferredMark(mark) ? "mark_of_inferred" : "mark_of", { of: mark.of, standing: termOf(mark).word });
    return { termOf, nameOf };
  }, [t, words]);
}

export const TONE_TEXT: Record<Tone, string> = {
  ok: "text-ok",
  warn: "text-warn",
  danger: "text-danger",
  neutral: "text-foreground",
};

export const TONE_SOFT: Record<Tone, string> = {
  ok: "bg-ok-soft",
  warn: "bg-warn-soft",
  danger: "bg-danger-soft",
  neutral: "bg-muted",
};

export const TONE_BAR: Record<Tone, string> = {
  ok: "bg-ok",
  warn: "bg-warn",
  danger: "bg-danger",
  neutral: "bg-border-strong",
};

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
import { countOf } from "@/components/pieces/format";
import { DISPOSITIONS } from "@/components/pieces/vocabulary";
import type { FailurePlace } from "@/lib/tasks/contract";
import type { Mark, MemoryStanding, Tone } from "./marks";

export type MarkTerm = { word: string; icon: LucideIcon; meaning: string };

export const MEMORY_TERMS: Record<MemoryStanding, MarkTerm> = {
  holds: { word: "valid", icon: CircleCheck, meaning: "The cited lines are the same at this commit." },
  edited: { word: "edited", icon: PencilLine, meaning: "The cited lines are different at this commit." },
  drifted: {
    word: "drifted",
    icon: ArrowRightLeft,
    meaning: "Another of its cited places changed; it is not served until someone decides.",
  },
  missing: { word: "missing", icon: FileX, meaning: "The cited lines are nowhere at this commit." },
  disputed: { word: "disputed", icon: Swords, meaning: "Another memory contradicts it." },
  quarantined: {
    word: "quarantined",
    icon: ShieldAlert,
    meaning: "Its text gives instructions to AI models. It is not served.",
  },
  unknown: { word: "unknown", icon: CircleHelp, meaning: "No check could read its lines." },
};

const FAILURE_WORDS: Record<FailurePlace["failure"]["status"], string> = {
  open: "open",
  solved: "solved",
  returned: "came back",
};

const FINDING_WORDS = {
  implement: "to do",
  reject: "rejected",
  defer: "deferred",
  clarify: "unclear",
} as const;

/** How a mark is shown: a memory by how it stands; the icons of findings and failures say what they are. */
export function termOf(mark: Mark): MarkTerm {
  if (mark.of === "memory") return MEMORY_TERMS[mark.standing];
  if (mark.of === "finding") {
    const { disposition } = mark.item;
    return { word: FINDING_WORDS[disposition], icon: Flag, meaning: DISPOSITIONS[disposition].meaning };
  }
  const { status, occurrence_count } = mark.item.failure;
  return {
    word: FAILURE_WORDS[status],
    icon: Bug,
    meaning: `Seen ${countOf(occurrence_count, "time", "times")} in total.`,
  };
}

export const isHollow = (mark: Mark): boolean => mark.of === "memory" && mark.item.citation.inferred;

/** A mark in words: "memory, edited, inferred citation". */
export function nameOf(mark: Mark): string {
  const hollow = isHollow(mark) ? ", inferred citation" : "";
  return `${mark.of}, ${termOf(mark).word}${hollow}`;
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

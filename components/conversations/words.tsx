import { CircleCheck, CircleX, Hourglass, LoaderCircle } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { Term } from "@/components/pieces/vocabulary";
import type { ConversationDay } from "@/lib/conversations/contract";

type DayState = ConversationDay["state"];

const STATE_TERMS: Record<DayState, Term> = {
  open: {
    word: "waiting",
    icon: Hourglass,
    tone: "quiet",
    meaning: "It has lines that will be read tonight.",
  },
  extracting: { word: "being read", icon: LoaderCircle, tone: "primary", meaning: "It is being read now." },
  extracted: { word: "read", icon: CircleCheck, tone: "calm", meaning: "Every line was read." },
  failed: {
    word: "failed",
    icon: CircleX,
    tone: "danger",
    meaning: "It could not be read. The log is kept, and will be tried again.",
  },
};

export const STATE_WORDS: Record<DayState, string> = {
  open: "Waiting",
  extracting: "Being read",
  extracted: "Read",
  failed: "Failed",
};

export function DayStateBadge({ state }: { state: DayState }) {
  return <StatusBadge term={STATE_TERMS[state]} />;
}

/** By what facts were learned or a week was named. */
export function extractorInWords(extractor: string | null): string {
  if (extractor === null) return "not yet";
  if (extractor === "rules") return "rules";
  if (extractor === "clusters") return "similarity of facts";
  return extractor;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** "2026-11-16" → "Mon"; a day has no time zone any more. */
export const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";

/** "14:05" of a moment in a time zone. */
export function clockTime(at: string, time_zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(at));
}

import { CircleCheck, CircleDot, MoonStar } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { Term } from "@/components/pieces/vocabulary";
import type { SESSION_OUTCOMES, Session } from "@/lib/sessions/contract";

const STATES = {
  open: { word: "open", icon: CircleDot, tone: "primary", meaning: "It may continue." },
  ended: { word: "ended", icon: CircleCheck, tone: "calm", meaning: "Its client reported the end." },
  silent: {
    word: "silent",
    icon: MoonStar,
    tone: "quiet",
    meaning: "No activity for 6 hours, so a job closed it.",
  },
} as const satisfies Record<string, Term>;

export const OUTCOME_WORDS: Record<(typeof SESSION_OUTCOMES)[number], string> = {
  open: "Open",
  ended: "Ended",
  silent: "Silent",
  failed: "With failures",
};

export function SessionState({ session: { ended_at, ended_by } }: { session: Session }) {
  if (ended_at === null) return <StatusBadge term={STATES.open} />;
  if (ended_by === "silence") return <StatusBadge term={STATES.silent} />;
  return <StatusBadge term={STATES.ended} />;
}

export const END_WORDS: Record<NonNullable<Session["ended_by"]>, string> = {
  stop: "The session stopped for good",
  session_end: "The client ended the session",
  silence: "Closed after 6 hours of silence",
};

/** "1 h 12 min", of two moments. */
export function durationOf(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 1) return "under a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (minutes % 60 === 0) return `${hours} h`;
  return `${hours} h ${minutes % 60} min`;
}

"use client";

import { CircleCheck, CircleDot, MoonStar } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { TermOf } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import type { Session } from "@/lib/sessions/contract";
import { sessionWords } from "@/messages/compiled/session-words";
import type { PlainKey, Translate } from "@/messages/message";

const STATES: Record<"open" | "ended" | "silent", TermOf<PlainKey<typeof sessionWords>>> = {
  open: { word: "state_open", icon: CircleDot, tone: "primary", meaning: "state_open_meaning" },
  ended: { word: "state_ended", icon: CircleCheck, tone: "calm", meaning: "state_ended_meaning" },
  silent: { word: "state_silent", icon: MoonStar, tone: "quiet", meaning: "state_silent_meaning" },
};

export function SessionState({ session: { ended_at, ended_by } }: { session: Session }) {
  const t = useMessages(sessionWords);
  if (ended_at === null) return <StatusBadge term={STATES.open} t={t} />;
  if (ended_by === "silence") return <StatusBadge term={STATES.silent} t={t} />;
  return <StatusBadge term={STATES.ended} t={t} />;
}

/** "1 h 12 min", of two moments. */
export function durationOf({
  t,
  from,
  to,
}: {
  t: Translate<typeof sessionWords>;
  from: string;
  to: string;
}): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
  if (minutes < 1) return t("under_a_minute");
  if (minutes < 60) return t("minutes", { minutes });
  const hours = Math.floor(minutes / 60);
  if (minutes % 60 === 0) return t("hours", { hours });
  return t("hours_and_minutes", { hours, minutes: minutes % 60 });
}

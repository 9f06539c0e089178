"use client";

import { CircleCheck, CircleX, Hourglass, LoaderCircle } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import type { TermOf } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import type { ConversationDay } from "@/lib/conversations/contract";
import { conversationWords } from "@/messages/compiled/conversation-words";
import type { PlainKey, Translate } from "@/messages/message";

type DayState = ConversationDay["state"];

const STATE_TERMS: Record<DayState, TermOf<PlainKey<typeof conversationWords>>> = {
  open: { word: "state_open", icon: Hourglass, tone: "quiet", meaning: "state_open_meaning" },
  extracting: {
    word: "state_extracting",
    icon: LoaderCircle,
    tone: "primary",
    meaning: "state_extracting_meaning",
  },
  extracted: { word: "state_extracted", icon: CircleCheck, tone: "calm", meaning: "state_extracted_meaning" },
  failed: { word: "state_failed", icon: CircleX, tone: "danger", meaning: "state_failed_meaning" },
};

export function DayStateBadge({ state }: { state: DayState }) {
  return <StatusBadge term={STATE_TERMS[state]} t={useMessages(conversationWords)} />;
}

/** By what facts were learned or a week was named. */
export function extractorInWords({
  t,
  extractor,
}: {
  t: Translate<typeof conversationWords>;
  extractor: string | null;
}): string {
  if (extractor === null) return t("extractor_none");
  if (extractor === "rules") return t("extractor_rules");
  if (extractor === "clusters") return t("extractor_clusters");
  return extractor;
}

/** "2026-11-16" → "Mon, 16 Nov 2026"; a day has no time zone any more. */
export function useDayInWords(): (day: string) => string {
  const t = useMessages(conversationWords);
  const { formatDay } = useFormat();
  const weekdays = t("weekdays").split(",");
  return (day) => {
    const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";
    return t("day", { weekday, day: formatDay(day) });
  };
}

/** "14:05" of a moment in a time zone. */
export function clockTime(at: string, time_zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(at));
}

import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { DayScreen } from "@/components/conversations/day-screen";
import { dayInput, loadDayParameters } from "@/components/conversations/parameters";
import { conversationGet } from "@/lib/conversations/contract";
import { prefetching, prefetchRecord } from "@/lib/doors/server";

export const generateMetadata = titled("conversation_log");

type Props = { params: Promise<{ conversation_id: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const { conversation_id } = await params;
  const place = await loadDayParameters(searchParams);
  return (
    <HydrationBoundary
      state={await prefetchRecord(prefetching(conversationGet, dayInput(conversation_id, place)))}
    >
      <DayScreen conversation_id={conversation_id} />
    </HydrationBoundary>
  );
}

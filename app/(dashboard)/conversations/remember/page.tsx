import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { AGENTS_WITH_LOGS } from "@/components/conversations/parameters";
import { RememberScreen } from "@/components/conversations/remember-screen";
import { conversationList } from "@/lib/conversations/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("what_i_remember");

export default async function Page() {
  return (
    <HydrationBoundary state={await prefetch(prefetching(conversationList, AGENTS_WITH_LOGS))}>
      <RememberScreen />
    </HydrationBoundary>
  );
}

import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { Services } from "@/components/access/services";
import { connectionList } from "@/lib/access/contract";
import { prefetch, prefetching, requireActor } from "@/lib/doors/server";
import { serverStatusGet } from "@/lib/upkeep/contract";

export const generateMetadata = titled("models_and_mail");

export default async function ServicesPage() {
  const actor = await requireActor();
  const state = await prefetch(
    prefetching(serverStatusGet, {}),
    ...(actor.permissions.has("connections:manage") ? [prefetching(connectionList, {})] : []),
  );
  return (
    <HydrationBoundary state={state}>
      <Services />
    </HydrationBoundary>
  );
}

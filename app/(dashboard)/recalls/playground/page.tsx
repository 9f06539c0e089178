import type { Metadata } from "next";
import { PlaygroundScreen } from "@/components/recalls/playground-screen";
import { requireActor } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Playground" };

export default async function Page() {
  const { permissions } = await requireActor();
  return <PlaygroundScreen may_write={permissions.has("memories:write")} />;
}

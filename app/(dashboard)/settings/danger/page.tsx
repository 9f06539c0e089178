import type { Metadata } from "next";
import { DangerZone } from "@/components/access/danger-zone";
import { requireActor } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Danger zone" };

// What this screen shows first was read by the layout already.
export default async function DangerPage() {
  await requireActor();
  return <DangerZone />;
}

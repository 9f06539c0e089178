import { titled } from "@/app/messages";
import { DangerZone } from "@/components/access/danger-zone";
import { requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("danger_zone");

// What this screen shows first was read by the layout already.
export default async function DangerPage() {
  await requireActor();
  return <DangerZone />;
}

import { titled } from "@/app/messages";
import { OrganizationSettings } from "@/components/access/organization";
import { requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("organization");

// What this screen shows was read by the layout already.
export default async function OrganizationPage() {
  await requireActor();
  return <OrganizationSettings />;
}

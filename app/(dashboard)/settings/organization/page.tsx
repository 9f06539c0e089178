import type { Metadata } from "next";
import { OrganizationSettings } from "@/components/access/organization";
import { requireActor } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Organization" };

// What this screen shows was read by the layout already.
export default async function OrganizationPage() {
  await requireActor();
  return <OrganizationSettings />;
}

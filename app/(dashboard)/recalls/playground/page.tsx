import { titled } from "@/app/messages";
import { PlaygroundScreen } from "@/components/recalls/playground-screen";
import { requireActor } from "@/lib/doors/server";

export const generateMetadata = titled("playground");

export default async function Page() {
  const { permissions } = await requireActor();
  return <PlaygroundScreen may_write={permissions.has("memories:write")} />;
}

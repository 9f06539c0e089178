import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { SignIns } from "@/components/access/sign-ins";
import { invitationReceived, loginList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const generateMetadata = titled("sign_ins");

export default async function SignInsPage() {
  return (
    <HydrationBoundary
      state={await prefetch(prefetching(loginList, {}), prefetching(invitationReceived, {}))}
    >
      <SignIns />
    </HydrationBoundary>
  );
}

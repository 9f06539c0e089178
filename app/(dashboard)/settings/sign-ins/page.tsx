import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SignIns } from "@/components/access/sign-ins";
import { invitationReceived, loginList } from "@/lib/access/contract";
import { prefetch, prefetching } from "@/lib/doors/server";

export const metadata: Metadata = { title: "Sign-ins" };

export default async function SignInsPage() {
  return (
    <HydrationBoundary
      state={await prefetch(prefetching(loginList, {}), prefetching(invitationReceived, {}))}
    >
      <SignIns />
    </HydrationBoundary>
  );
}

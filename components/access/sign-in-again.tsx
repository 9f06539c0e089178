"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useOnDemand } from "@/components/ui/on-demand";
import { organizationGet } from "@/lib/access/contract";
import { callAsNow, onLoginEnded, queryKey } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";

/** The ways in that this server offers. */
export type SignInWays = {
  providers: readonly { id: string; name: string }[];
  links: boolean;
  passkeys: boolean;
};

const loadDialog = () => import("./sign-in-dialog").then(({ SignInDialog }) => SignInDialog);

type Whose = OutputOf<typeof organizationGet>;

const isSame = (before: Whose | undefined, now: Whose) =>
  before === undefined || (before.id === now.id && before.actor.id === now.actor.id);

/** Who is signed in now; null when nobody is. */
const whoIsIn = (): Promise<Whose | null> => callAsNow(organizationGet, {}).catch(() => null);

/**
 * Opens over the page when a call finds that the login has ended, and stays until the person is signed in again, here or in
 * another tab. What was being done then goes on by itself. Who signs in as somebody else starts afresh.
 */
export function SignInAgain({ ways }: { ways: SignInWays }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const answer = useRef<(signedIn: boolean) => void>(() => {});

  useEffect(
    () =>
      onLoginEnded(() => {
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );

  const end = (signedIn: boolean) => {
    setOpen(false);
    answer.current(signedIn);
  };
  const look = async () => {
    const now = await whoIsIn();
    if (now === null) return false;
    // What was being done belongs to the person who began it.
    if (!isSame(client.getQueryData<Whose>(queryKey(organizationGet, {})), now)) window.location.assign("/");
    else end(true);
    return true;
  };

  const SignInDialog = useOnDemand(loadDialog, open, () => end(false));
  if (!open || SignInDialog === null) return null;
  return <SignInDialog ways={ways} look={look} onClose={() => end(false)} />;
}

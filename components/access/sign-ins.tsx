"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { loginEnd, loginList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { LoginsTable } from "./logins-table";
import { Passkeys } from "./passkeys";
import { ReceivedInvitations } from "./received-invitations";
import { Section } from "./section";

const endedInWords = (ended: number) => {
  if (ended === 1) return "Signed out in one browser";
  return `Signed out in ${ended} browsers`;
};

/** Where the person is signed in and by which passkeys, and what they are invited to. */
export function SignIns() {
  const reading = useQuery(operationQuery(loginList, {}));
  const end = useOperation(loginEnd, {
    success: ({ ended }) => endedInWords(ended),
    failure: "That browser could not be signed out",
    refreshOnFailure: true,
  });
  const logins = reading.data?.items;
  const others = logins?.filter(({ current }) => !current).length ?? 0;
  return (
    <div className="flex flex-col gap-8">
      <ReceivedInvitations />
      <Passkeys />
      <Section
        title="Your sign-ins"
        description="The browsers in which you are signed in. A browser that you sign out is refused with its next request. If you signed in with a one-time link, you see only sign-ins to that organization."
        action={
          <Button disabled={others === 0} busy={end.isPending} onClick={() => end.mutate({ login_id: null })}>
            <LogOut aria-hidden />
            Sign out everywhere else
          </Button>
        }
      >
        <LoginsTable
          label="Your sign-ins"
          rows={logins}
          error={readProblem("Your sign-ins", reading)}
          busy={end.isPending}
          onEnd={({ id }) => end.mutate({ login_id: id })}
        />
      </Section>
    </div>
  );
}

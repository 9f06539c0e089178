"use client";

import { useQuery } from "@tanstack/react-query";
import { formatDay } from "@/components/pieces/format";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { invitationAnswer, invitationReceived } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { Section } from "./section";

/** Organizations that ask the person to join; nothing while there are none. */
export function ReceivedInvitations() {
  const { data } = useQuery(operationQuery(invitationReceived, {}));
  const answer = useOperation(invitationAnswer, {
    success: ({ member }) =>
      member ? "You are a member; choose the organization in your menu" : "The invitation is declined",
    failure: "The invitation could not be answered",
    refreshOnFailure: true,
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title="Invitations to you" description="Nobody is made a member without accepting.">
      <ul className="flex flex-col divide-y rounded-md border bg-card">
        {items.map(({ id, organization_name, role, invited_by, expires_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-3 py-2.5 text-sm"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">{organization_name}</p>
              <p className="text-muted-foreground text-xs">
                as {role}, by {invited_by}, until {formatDay(expires_at)}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                size="sm"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ invitation_id: id, accept: false })}
              >
                Decline
              </Button>
              <Button
                size="sm"
                variant="primary"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ invitation_id: id, accept: true })}
              >
                Accept
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

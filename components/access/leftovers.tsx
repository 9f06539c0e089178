"use client";

import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { type Leftover, leftoverEnd, leftoverList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { Section } from "./section";

/** Keys, links and invitations of people who left; nothing while there are none. */
export function Leftovers() {
  const { data } = useQuery(operationQuery(leftoverList, {}));
  const end = useOperation(leftoverEnd, {
    success: "Keys and links revoked",
    failure: "They could not be revoked",
    refreshOnFailure: true,
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section
      className="mt-3"
      title="Left behind"
      description="Created by former members, and still valid. Agents that use these keys stop working when you revoke them."
    >
      <ul className="flex flex-col divide-y rounded-md border bg-card">
        {items.map((leftover) => (
          <li
            key={leftover.person_id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-3 py-2.5 text-sm"
          >
            <LeftBehind leftover={leftover} />
            <Button
              size="sm"
              variant="danger"
              busy={end.isPending}
              aria-label={`Revoke all that ${leftover.name} left behind`}
              onClick={() => end.mutate({ person_id: leftover.person_id })}
            >
              Revoke all
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LeftBehind({ leftover: { name, keys, links, invitations } }: { leftover: Leftover }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 font-medium">
        <UserX aria-hidden className="size-3.5 text-muted-foreground" />
        {name}
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 text-muted-foreground">
        {keys.map((key) => (
          <li key={key.id}>
            Key {key.name} <code className="text-xs">{key.prefix}…</code> of {key.agent},{" "}
            {key.last_used_at === null && "never used"}
            {key.last_used_at !== null && (
              <>
                used <RelativeTime at={key.last_used_at} />
              </>
            )}
          </li>
        ))}
        {links.map(({ email }) => (
          <li key={email}>Unused sign-in link for {email}</li>
        ))}
        {invitations.map(({ id, email, role }) => (
          <li key={id}>
            Invitation of {email} as {role}
          </li>
        ))}
      </ul>
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { type Leftover, leftoverEnd, leftoverList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { memberRoles } from "@/messages/compiled/member-roles";
import { members } from "@/messages/compiled/members";
import { Section } from "./section";

/** Keys, links and invitations of people who left or have a lesser role now; nothing while there are none. */
export function Leftovers() {
  const t = useMessages(members);
  const { data } = useQuery(operationQuery(leftoverList, {}));
  const end = useOperation(leftoverEnd, {
    success: t("leftovers_revoked"),
    failure: t("leftovers_not_revoked"),
    refreshOnFailure: true,
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section className="mt-3" title={t("leftovers")} description={t("leftovers_description")}>
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
              aria-label={t("leftovers_revoke_of", { name: leftover.name })}
              onClick={() => end.mutate({ person_id: leftover.person_id })}
            >
              {t("leftovers_revoke")}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LeftBehind({ leftover: { name, role: current, keys, links, invitations } }: { leftover: Leftover }) {
  const t = useMessages(members);
  const roleWords = useMessages(memberRoles);
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 font-medium">
        <UserX aria-hidden className="size-3.5 text-muted-foreground" />
        {current === null ? name : t("leftovers_of_member", { name, role: roleWords(current) })}
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 text-muted-foreground">
        {keys.map((key) => (
          <li key={key.id}>
            <LeftKey left={key} />
          </li>
        ))}
        {links.map(({ email }) => (
          <li key={email}>{t("leftover_link", { email })}</li>
        ))}
        {invitations.map(({ id, email, role }) => (
          <li key={id}>{t("leftover_invitation", { email, role: roleWords(role) })}</li>
        ))}
      </ul>
    </div>
  );
}

function LeftKey({ left: { name, prefix, agent, last_used_at } }: { left: Leftover["keys"][number] }) {
  const t = useMessages(members);
  const code = (text: ReactNode) => <code className="text-xs">{text}</code>;
  if (last_used_at === null) return t.rich("leftover_key_unused", { name, prefix, agent, code });
  const when = () => <RelativeTime at={last_used_at} />;
  return t.rich("leftover_key_used", { name, prefix, agent, code, when });
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormat } from "@/components/pieces/use-format";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { invitationAnswer, invitationReceived } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { memberRoles } from "@/messages/compiled/member-roles";
import { signIns } from "@/messages/compiled/sign-ins";
import { Section } from "./section";

/** Organizations that ask the person to join; nothing while there are none. */
export function ReceivedInvitations() {
  const t = useMessages(signIns);
  const roleWords = useMessages(memberRoles);
  const { formatDay } = useFormat();
  const { data } = useQuery(operationQuery(invitationReceived, {}));
  const answer = useOperation(invitationAnswer, {
    success: ({ member }) => {
      if (member) return t("invitation_accepted");
      return t("invitation_declined");
    },
    failure: t("invitation_not_answered"),
    refreshOnFailure: true,
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={t("invitations")} description={t("invitations_description")}>
      <ul className="flex flex-col divide-y rounded-md border bg-card">
        {items.map(({ id, organization_name, role, invited_by, expires_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-3 py-2.5 text-sm"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">{organization_name}</p>
              <p className="text-muted-foreground text-xs">
                {t("invitation", {
                  role: roleWords(role),
                  inviter: invited_by,
                  day: formatDay(expires_at),
                })}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                size="sm"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ invitation_id: id, accept: false })}
              >
                {t("invitation_decline")}
              </Button>
              <Button
                size="sm"
                variant="primary"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ invitation_id: id, accept: true })}
              >
                {t("invitation_accept")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

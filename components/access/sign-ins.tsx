"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { loginEnd, loginList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { signIns } from "@/messages/compiled/sign-ins";
import { LoginsTable } from "./logins-table";
import { Passkeys } from "./passkeys";
import { ReceivedInvitations } from "./received-invitations";
import { Section } from "./section";

/** Where the person is signed in and by which passkeys, and what they are invited to. */
export function SignIns() {
  const t = useMessages(signIns);
  const reading = useQuery(operationQuery(loginList, {}));
  const end = useOperation(loginEnd, {
    success: ({ ended }) => t("ended", { count: ended }),
    failure: t("not_ended"),
    refreshOnFailure: true,
  });
  const logins = reading.data?.items;
  const others = logins?.filter(({ current }) => !current).length ?? 0;
  return (
    <div className="flex flex-col gap-8">
      <ReceivedInvitations />
      <Passkeys />
      <Section
        title={t("title")}
        description={t("description")}
        action={
          <Button disabled={others === 0} busy={end.isPending} onClick={() => end.mutate({ login_id: null })}>
            <LogOut aria-hidden />
            {t("end_others")}
          </Button>
        }
      >
        <LoginsTable
          label={t("title")}
          rows={logins}
          error={readProblem(t("unreadable"), reading)}
          busy={end.isPending}
          onEnd={({ id }) => end.mutate({ login_id: id })}
        />
      </Section>
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { ListExport } from "@/components/pieces/list-export";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { type Invitation, invitationList, invitationWithdraw } from "@/lib/access/contract";
import { listQuery } from "@/lib/doors/client";
import { memberRoles } from "@/messages/compiled/member-roles";
import { members } from "@/messages/compiled/members";
import { Section } from "./section";

/** People with an account on the server who were invited and have not accepted; nothing while there are none. */
export function Invitations() {
  const t = useMessages(members);
  const roleWords = useMessages(memberRoles);
  const { formatDay } = useFormat();
  const reading = useQuery(listQuery(invitationList, { limit: 200 }));
  const withdraw = useOperation(invitationWithdraw, {
    success: t("withdrawn"),
    failure: t("not_withdrawn"),
    refreshOnFailure: true,
  });
  if (reading.data?.total === 0 || reading.data === undefined) return null;
  const columns: DataTableColumn<Invitation>[] = [
    { id: "name", header: t("name"), card: "title", cell: ({ name }) => name },
    {
      id: "email",
      header: t("email"),
      card: "plain",
      cell: ({ email }) => <span className="text-muted-foreground">{email}</span>,
    },
    { id: "role", header: t("role"), width: "7rem", cell: ({ role }) => roleWords(role) },
    {
      id: "by",
      header: t("invited_by"),
      width: "9rem",
      importance: "high",
      cell: ({ invited_by }) => <span className="text-muted-foreground">{invited_by}</span>,
    },
    {
      id: "until",
      header: t("invited_until"),
      width: "7.5rem",
      importance: "high",
      cell: ({ expires_at }) => <span className="text-muted-foreground">{formatDay(expires_at)}</span>,
    },
    {
      id: "actions",
      header: t("actions"),
      width: "6.5rem",
      align: "right",
      card: "plain",
      cell: ({ id, name }) => (
        <Button
          size="sm"
          variant="ghost"
          disabled={withdraw.isPending}
          aria-label={t("withdraw_of", { name })}
          onClick={() => withdraw.mutate({ invitation_id: id })}
        >
          {t("withdraw")}
        </Button>
      ),
    },
  ];
  return (
    <Section className="mt-3" title={t("invited")} description={t("invited_description")}>
      <div className="flex justify-end">
        <ListExport contract={invitationList} input={{}} total={reading.data.total} />
      </div>
      <DataTable
        label={t("invitations")}
        columns={columns}
        rows={reading.data.items}
        rowId={({ id }) => id}
        error={readProblem(t("invitations_unreadable"), reading)}
      />
    </Section>
  );
}

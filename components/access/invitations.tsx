"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { formatDay } from "@/components/pieces/format";
import { ListExport } from "@/components/pieces/list-export";
import { readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { type Invitation, invitationList, invitationWithdraw } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { Section } from "./section";

/** People with an account on the server who were invited and have not accepted; nothing while there are none. */
export function Invitations() {
  const reading = useQuery({
    ...operationQuery(invitationList, { limit: 200 }),
    placeholderData: keepPreviousData,
  });
  const withdraw = useOperation(invitationWithdraw, {
    success: "Invitation withdrawn",
    failure: "The invitation could not be withdrawn",
    refreshOnFailure: true,
  });
  if (reading.data?.total === 0 || reading.data === undefined) return null;
  const columns: DataTableColumn<Invitation>[] = [
    { id: "name", header: "Name", card: "title", cell: ({ name }) => name },
    {
      id: "email",
      header: "E-mail",
      card: "plain",
      cell: ({ email }) => <span className="text-muted-foreground">{email}</span>,
    },
    { id: "role", header: "Role", width: "7rem", cell: ({ role }) => role },
    {
      id: "by",
      header: "Invited by",
      width: "9rem",
      hidden_below: "md",
      cell: ({ invited_by }) => <span className="text-muted-foreground">{invited_by}</span>,
    },
    {
      id: "until",
      header: "Until",
      width: "7.5rem",
      hidden_below: "md",
      cell: ({ expires_at }) => <span className="text-muted-foreground">{formatDay(expires_at)}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      width: "6.5rem",
      align: "right",
      card: "plain",
      cell: ({ id, name }) => (
        <Button
          size="sm"
          variant="ghost"
          disabled={withdraw.isPending}
          aria-label={`Withdraw the invitation of ${name}`}
          onClick={() => withdraw.mutate({ invitation_id: id })}
        >
          Withdraw
        </Button>
      ),
    },
  ];
  return (
    <Section
      className="mt-3"
      title="Invited"
      description="They already have an account on this server. They accept under Settings, Sign-ins, or by signing in if they are not a member anywhere else."
    >
      <div className="flex justify-end">
        <ListExport contract={invitationList} input={{}} total={reading.data.total} />
      </div>
      <DataTable
        label="Invitations"
        columns={columns}
        rows={reading.data.items}
        rowId={({ id }) => id}
        error={readProblem("The invitations", reading)}
      />
    </Section>
  );
}

"use client";

import { DataTable, type DataTableColumn, type DataTableProps } from "@/components/pieces/data-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Login, LoginMethod } from "@/lib/access/contract";

const METHODS: Record<LoginMethod, string> = {
  link: "One-time link",
  passkey: "Passkey",
  github: "GitHub",
  oidc: "Single sign-on",
};

type Ending = { onEnd: (login: Login) => void; busy: boolean };

function columnsOf({ onEnd, busy }: Ending): DataTableColumn<Login>[] {
  return [
    {
      id: "device",
      header: "Device",
      card: "title",
      cell: (login) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{login.device}</span>
          {login.current && <Badge tone="calm">this browser</Badge>}
        </span>
      ),
    },
    {
      id: "method",
      header: "Signed in by",
      width: "9rem",
      cell: (login) => (
        <span
          title={
            login.this_organization_only
              ? "The link was made for one organization; this sign-in works for no other"
              : undefined
          }
        >
          {METHODS[login.method]}
        </span>
      ),
    },
    {
      id: "first",
      header: "First seen",
      width: "8rem",
      hidden_below: "md",
      cell: (login) => <RelativeTime at={login.created_at} className="text-muted-foreground" />,
    },
    {
      id: "last",
      header: "Last seen",
      width: "8rem",
      cell: (login) => <RelativeTime at={login.last_seen_at} className="text-muted-foreground" />,
    },
    {
      id: "actions",
      header: "Actions",
      width: "6.5rem",
      align: "right",
      card: "plain",
      cell: (login) => {
        if (login.current) return null;
        return (
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            aria-label={`Sign out ${login.device}`}
            onClick={() => onEnd(login)}
          >
            Sign out
          </Button>
        );
      },
    },
  ];
}

/** Sign-ins that are alive: where, since when, and a way to end each. */
export function LoginsTable({
  onEnd,
  busy,
  ...table
}: Ending & Pick<DataTableProps<Login>, "label" | "rows" | "error" | "empty">) {
  return (
    <DataTable
      columns={columnsOf({ onEnd, busy })}
      rowId={(login) => login.id}
      skeleton_rows={2}
      {...table}
    />
  );
}

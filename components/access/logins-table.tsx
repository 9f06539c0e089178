"use client";

import { DataTable, type DataTableColumn, type DataTableProps } from "@/components/pieces/data-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import type { Login, LoginMethod } from "@/lib/access/contract";
import { logins } from "@/messages/compiled/logins";
import type { PlainKey, Translate } from "@/messages/message";

const METHODS: Record<LoginMethod, PlainKey<typeof logins>> = {
  link: "method_link",
  passkey: "method_passkey",
  github: "method_github",
  oidc: "method_oidc",
};

type Ending = { onEnd: (login: Login) => void; busy: boolean };

function columnsOf(t: Translate<typeof logins>, { onEnd, busy }: Ending): DataTableColumn<Login>[] {
  return [
    {
      id: "device",
      header: t("device"),
      card: "title",
      cell: (login) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{login.device}</span>
          {login.current && <Badge tone="calm">{t("this_browser")}</Badge>}
        </span>
      ),
    },
    {
      id: "method",
      header: t("method"),
      width: "9rem",
      cell: (login) => (
        <span title={login.this_organization_only ? t("one_organization") : undefined}>
          {t(METHODS[login.method])}
        </span>
      ),
    },
    {
      id: "first",
      header: t("first_seen"),
      width: "8rem",
      importance: "medium",
      cell: (login) => <RelativeTime at={login.created_at} className="text-muted-foreground" />,
    },
    {
      id: "last",
      header: t("last_seen"),
      width: "8rem",
      importance: "high",
      cell: (login) => <RelativeTime at={login.last_seen_at} className="text-muted-foreground" />,
    },
    {
      id: "actions",
      header: t("actions"),
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
            aria-label={t("end_named", { device: login.device })}
            onClick={() => onEnd(login)}
          >
            {t("end")}
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
  const t = useMessages(logins);
  return (
    <DataTable
      columns={columnsOf(t, { onEnd, busy })}
      rowId={(login) => login.id}
      skeleton_rows={2}
      {...table}
    />
  );
}

"use client";

import { startRegistration } from "@simplewebauthn/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { readProblem, toastProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation, useRefreshAfter } from "@/components/pieces/use-operation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import {
  loginList,
  type Passkey,
  passkeyAdd,
  passkeyBegin,
  passkeyList,
  passkeyRemove,
} from "@/lib/access/contract";
import { call, operationQuery } from "@/lib/doors/client";
import { passkeyProblems } from "@/messages/compiled/passkey-problems";
import { signIns } from "@/messages/compiled/sign-ins";
import type { Translate } from "@/messages/message";
import { passkeyProblem } from "./passkey-problem";
import { Section } from "./section";

const PasskeyNameDialog = dynamic(
  () => import("./passkey-name-dialog").then((part) => part.PasskeyNameDialog),
  { ssr: false },
);

type Open = { dialog: "rename" | "remove"; passkey: Passkey };

/** The passkeys by which the person signs in without a link, and how to add one. */
export function Passkeys() {
  const t = useMessages(signIns);
  const reading = useQuery(operationQuery(passkeyList, {}));
  const [open, setOpen] = useState<Open | null>(null);
  const add = useAddPasskey();
  const offBecause = reading.data?.off_because ?? null;
  const items = reading.data?.items;
  // Nobody can add one here, and there is none to remove.
  if (offBecause !== null && items?.length === 0) return null;
  return (
    <Section
      title={t("passkeys")}
      description={t("passkeys_description")}
      action={
        <Button disabled={offBecause !== null} busy={add.isPending} onClick={() => add.mutate()}>
          <KeyRound aria-hidden />
          {t("passkey_add")}
        </Button>
      }
    >
      {offBecause !== null && <p className="mb-3 text-pretty text-sm text-warn">{offBecause}</p>}
      <DataTable
        label={t("passkeys")}
        columns={columnsOf(t, setOpen)}
        rows={items}
        rowId={({ id }) => id}
        skeleton_rows={1}
        error={readProblem(t("passkeys_unreadable"), reading)}
        empty={<p className="p-4 text-muted-foreground text-sm">{t("passkeys_none")}</p>}
      />
      {open?.dialog === "rename" && (
        <PasskeyNameDialog passkey={open.passkey} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === "remove" && <Removal passkey={open.passkey} onClose={() => setOpen(null)} />}
    </Section>
  );
}

function useAddPasskey() {
  const t = useMessages(signIns);
  const problemWords = useMessages(passkeyProblems);
  const logins = useQuery(operationQuery(loginList, {}));
  const device = logins.data?.items.find(({ current }) => current)?.device;
  const refresh = useRefreshAfter(passkeyAdd);
  return useMutation({
    mutationFn: async () => {
      const optionsJSON = await call(passkeyBegin, {});
      const { id, rawId, response } = await startRegistration({ optionsJSON });
      const { clientDataJSON, attestationObject, transports } = response;
      const credential = {
        id,
        rawId,
        type: "public-key" as const,
        response: { clientDataJSON, attestationObject, transports },
      };
      return call(passkeyAdd, { name: device ?? t("passkey_default_name"), credential });
    },
    onSuccess: ({ name }) =>
      toast.success(t("passkey_added"), { description: t("passkey_called", { name }) }),
    onError: (error) => {
      const found = passkeyProblem(error);
      if (found === null) toastProblem(t("passkey_not_added"), error);
      else toast.error(t("passkey_not_added"), { description: problemWords(found) });
    },
    onSettled: refresh,
  });
}

function Removal({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useMessages(signIns);
  const remove = useOperation(passkeyRemove, { success: t("passkey_removed"), onSuccess: onClose });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t("passkey_remove_title", { name })}
      verb={t("passkey_remove")}
      error={remove.error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ passkey_id: id })}
    >
      {t("passkey_remove_effect")}
    </Confirm>
  );
}

function columnsOf(t: Translate<typeof signIns>, onOpen: (open: Open) => void): DataTableColumn<Passkey>[] {
  return [
    {
      id: "name",
      header: t("passkey_name"),
      card: "title",
      cell: ({ name, synced }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{name}</span>
          {synced && <Badge title={t("passkey_synced_meaning")}>{t("passkey_synced")}</Badge>}
        </span>
      ),
    },
    {
      id: "added",
      header: t("passkey_since"),
      width: "8rem",
      importance: "high",
      cell: ({ created_at }) => <RelativeTime at={created_at} className="text-muted-foreground" />,
    },
    {
      id: "used",
      header: t("passkey_used"),
      width: "8rem",
      cell: ({ last_used_at }) => <LastUsed at={last_used_at} />,
    },
    {
      id: "actions",
      header: t("actions"),
      width: "12rem",
      align: "right",
      card: "plain",
      cell: (passkey) => (
        <span className="flex justify-end gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("passkey_rename_named", { name: passkey.name })}
            onClick={() => onOpen({ dialog: "rename", passkey })}
          >
            <Pencil aria-hidden />
            {t("passkey_rename")}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={t("passkey_remove_named", { name: passkey.name })}
            onClick={() => onOpen({ dialog: "remove", passkey })}
          >
            <Trash2 aria-hidden />
            {t("passkey_remove")}
          </Button>
        </span>
      ),
    },
  ];
}

function LastUsed({ at }: { at: string | null }) {
  const t = useMessages(signIns);
  if (at === null) return <span className="text-muted-foreground">{t("passkey_never_used")}</span>;
  return <RelativeTime at={at} className="text-muted-foreground" />;
}

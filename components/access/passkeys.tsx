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
import { passkeyProblem } from "./passkey-problem";
import { Section } from "./section";

const PasskeyNameDialog = dynamic(
  () => import("./passkey-name-dialog").then((part) => part.PasskeyNameDialog),
  { ssr: false },
);

type Open = { dialog: "rename" | "remove"; passkey: Passkey };

/** The passkeys by which the person signs in without a link, and how to add one. */
export function Passkeys() {
  const reading = useQuery(operationQuery(passkeyList, {}));
  const [open, setOpen] = useState<Open | null>(null);
  const add = useAddPasskey();
  const offBecause = reading.data?.off_because ?? null;
  const items = reading.data?.items;
  // Nobody can add one here, and there is none to remove.
  if (offBecause !== null && items?.length === 0) return null;
  return (
    <Section
      title="Your passkeys"
      description="Sign in with your fingerprint, face or PIN instead of a one-time link. This server stores only the public key."
      action={
        <Button disabled={offBecause !== null} busy={add.isPending} onClick={() => add.mutate()}>
          <KeyRound aria-hidden />
          Add a passkey
        </Button>
      }
    >
      {offBecause !== null && <p className="mb-3 text-pretty text-sm text-warn">{offBecause}</p>}
      <DataTable
        label="Your passkeys"
        columns={columnsOf(setOpen)}
        rows={items}
        rowId={({ id }) => id}
        skeleton_rows={1}
        error={readProblem("Your passkeys", reading)}
        empty={<p className="p-4 text-muted-foreground text-sm">None yet.</p>}
      />
      {open?.dialog === "rename" && (
        <PasskeyNameDialog passkey={open.passkey} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === "remove" && <Removal passkey={open.passkey} onClose={() => setOpen(null)} />}
    </Section>
  );
}

function useAddPasskey() {
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
      return call(passkeyAdd, { name: device ?? "Passkey", credential });
    },
    onSuccess: ({ name }) => toast.success("Passkey added", { description: `It is called ${name}.` }),
    onError: (error) => {
      const words = passkeyProblem(error);
      if (words === null) toastProblem("The passkey could not be added", error);
      else toast.error("The passkey could not be added", { description: words });
    },
    onSettled: refresh,
  });
}

function Removal({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useOperation(passkeyRemove, { success: "Passkey removed", onSuccess: onClose });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      verb="Remove"
      error={remove.error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ passkey_id: id })}
    >
      It can no longer be used to sign in. Browsers where you signed in with it stay signed in until you sign
      them out below. Remove it on your device too.
    </Confirm>
  );
}

function columnsOf(onOpen: (open: Open) => void): DataTableColumn<Passkey>[] {
  return [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: ({ name, synced }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{name}</span>
          {synced && <Badge title="Your other devices have it too">synced</Badge>}
        </span>
      ),
    },
    {
      id: "added",
      header: "Added",
      width: "8rem",
      hidden_below: "md",
      cell: ({ created_at }) => <RelativeTime at={created_at} className="text-muted-foreground" />,
    },
    {
      id: "used",
      header: "Last used",
      width: "8rem",
      cell: ({ last_used_at }) => <LastUsed at={last_used_at} />,
    },
    {
      id: "actions",
      header: "Actions",
      width: "12rem",
      align: "right",
      card: "plain",
      cell: (passkey) => (
        <span className="flex justify-end gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => onOpen({ dialog: "rename", passkey })}
          >
            <Pencil aria-hidden />
            Rename
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => onOpen({ dialog: "remove", passkey })}
          >
            <Trash2 aria-hidden />
            Remove
          </Button>
        </span>
      ),
    },
  ];
}

function LastUsed({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted-foreground">never</span>;
  return <RelativeTime at={at} className="text-muted-foreground" />;
}

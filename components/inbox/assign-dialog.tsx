"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { memberList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { type InboxReference, inboxAssign, MAX_REFERENCES } from "@/lib/inbox/contract";
import { inboxDialogs } from "@/messages/compiled/inbox-dialogs";
import { keyOfItem } from "./parameters";

const NOBODY = "nobody";

/** Says who looks at items. Proposals are assigned on their own page. */
export function AssignDialog({
  items,
  assignee_id = null,
  onDone,
  open,
  onOpenChange,
  onCloseAutoFocus,
}: OpenProps & {
  items: readonly InboxReference[];
  /** Who looks at the item so far, where it is one. */
  assignee_id?: string | null;
  onDone: () => void;
}) {
  const t = useMessages(inboxDialogs);
  const assignable = items.filter(({ kind }) => kind !== "proposal");
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={assignable.length > 1 ? t("assign_count", { count: assignable.length }) : t("assign")}
        description={t("assign_meaning")}
      >
        <AssignForm
          // What was chosen for some is not for what is open instead of them.
          key={items.map(keyOfItem).join(" ")}
          items={assignable}
          left={items.length - assignable.length}
          assignee_id={assignee_id}
          onDone={() => {
            onOpenChange(false);
            onDone();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function AssignForm({
  items,
  left,
  assignee_id,
  onDone,
}: {
  items: readonly InboxReference[];
  /** How many are not assigned here. */
  left: number;
  assignee_id: string | null;
  onDone: () => void;
}) {
  const t = useMessages(inboxDialogs);
  const { me } = useMe();
  const [chosen, setChosen] = useState<string | null>(null);
  const person = chosen ?? assignee_id ?? me?.id ?? NOBODY;
  const members = useQuery(operationQuery(memberList, { limit: 200 }));
  const assign = useOperation(inboxAssign, {
    success: ({ count }) => t("assigned", { count }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    assign.mutate({
      items: items.slice(0, MAX_REFERENCES),
      person_id: person === NOBODY ? null : person,
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Choose
        aria-label={t("assignee")}
        value={person}
        options={[
          { value: NOBODY, label: t("unassigned") },
          ...(members.data?.items ?? []).map(({ person_id, name }) => ({
            value: person_id,
            label: name,
          })),
        ]}
        onChoose={setChosen}
      />
      {left > 0 && <p className="text-muted-foreground text-sm">{t("proposals_left", { count: left })}</p>}
      {items.length > MAX_REFERENCES && (
        <p className="text-muted-foreground text-sm">{t("only_first", { max: MAX_REFERENCES })}</p>
      )}
      <FormProblem error={assign.error} />
      <FormFooter className="mt-1" verb={t("assign")} busy={assign.isPending} disabled={items.length === 0} />
    </form>
  );
}

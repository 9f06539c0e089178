"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { countOf } from "@/components/pieces/format";
import { FormProblem } from "@/components/pieces/problem";
import type { OpenProps } from "@/components/pieces/reason-dialog";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { memberList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { type InboxReference, inboxAssign, MAX_REFERENCES } from "@/lib/inbox/contract";

const NOBODY = "nobody";

/** Says who looks at items. Proposals are assigned on their own page. */
export function AssignDialog({
  items,
  onDone,
  open,
  onOpenChange,
  onCloseAutoFocus,
}: OpenProps & { items: readonly InboxReference[]; onDone: () => void }) {
  const { me } = useMe();
  const [chosen, setChosen] = useState<string | null>(null);
  const person = chosen ?? me?.id ?? NOBODY;
  const assignable = items.filter(({ kind }) => kind !== "proposal");
  const left = items.length - assignable.length;
  const members = useQuery({ ...operationQuery(memberList, { limit: 200 }), enabled: open });
  const assign = useOperation(inboxAssign, {
    success: ({ count }) => `${countOf(count, "item", "items")} assigned`,
    onSuccess: () => {
      onOpenChange(false);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    assign.mutate({
      items: assignable.slice(0, MAX_REFERENCES),
      person_id: person === NOBODY ? null : person,
    });
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={assignable.length > 1 ? `Assign ${assignable.length} items` : "Assign"}
        description="The assignee is notified."
      >
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Choose
            aria-label="Assignee"
            value={person}
            options={[
              { value: NOBODY, label: "Unassigned" },
              ...(members.data?.items ?? []).map(({ person_id, name }) => ({
                value: person_id,
                label: name,
              })),
            ]}
            onChoose={setChosen}
          />
          {left > 0 && (
            <p className="text-muted-foreground text-sm">
              {countOf(left, "proposal is", "proposals are")} not included: assign them on their own page.
            </p>
          )}
          {assignable.length > MAX_REFERENCES && (
            <p className="text-muted-foreground text-sm">
              Only the first {MAX_REFERENCES} items are assigned.
            </p>
          )}
          <FormProblem error={assign.error} />
          <FormFooter
            className="mt-1"
            verb="Assign"
            busy={assign.isPending}
            disabled={assignable.length === 0}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

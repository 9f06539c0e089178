"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type SavedView, viewDelete, viewSave } from "@/lib/access/contract";
import { Confirm } from "./confirm";
import { FormFooter } from "./form-footer";
import { TextField } from "./text-field";
import { useForm } from "./use-form";
import { useMe } from "./use-me";
import { useOperation } from "./use-operation";
import { SHARES_VIEWS } from "./view-query";
import { whoMay } from "./who-may";

/** Asks for the name of a view and who sees it: of a new one, or of one that is there. */
export function ViewDialog({
  view,
  list,
  query,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  view: SavedView | null;
  list: string;
  query: string;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}) {
  const { may } = useMe();
  const box = useId();
  const form = useForm(viewSave, {
    defaults: { name: view?.name ?? "", shared: view?.shared ?? false },
    toInput: ({ name, shared }) => ({
      view_id: view?.id,
      version: view?.version,
      list,
      name: name.trim(),
      query: view?.query ?? query,
      shared,
    }),
    success: "View saved",
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
    refreshOnFailure: true,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={view === null ? "Save as a view" : "Rename or share the view"}
        description="A view saves the filters, the order, the columns and the row height."
      >
        <form className="flex flex-col gap-4" onSubmit={form.submit}>
          <TextField form={form} name="name" label="Name" required />
          <div className="flex items-start gap-2 text-sm">
            <Checkbox
              id={box}
              className="mt-0.5"
              checked={form.values.shared}
              disabled={!may(SHARES_VIEWS)}
              onCheckedChange={(checked) => form.set("shared", checked === true)}
            />
            <label htmlFor={box} className="cursor-pointer">
              Everybody in the organization sees it
              {!may(SHARES_VIEWS) && (
                <span className="block text-muted-foreground">{whoMay(SHARES_VIEWS, "share views")}</span>
              )}
            </label>
          </div>
          {form.problem}
          <FormFooter verb="Save" busy={form.isPending} disabled={form.values.name.trim() === ""} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

export function DeleteView({
  view,
  onClose,
  onDeleted,
}: {
  view: SavedView;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const operation = useOperation(viewDelete, {
    success: "View deleted",
    onSuccess: () => {
      onDeleted();
      onClose();
    },
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete the view “${view.name}”`}
      verb="Delete"
      error={operation.error}
      busy={operation.isPending}
      onConfirm={() => operation.mutate({ view_id: view.id })}
    >
      {view.shared ? "It will be deleted for everybody in the organization." : "Only you have this view."} The
      listed items are not changed.
    </Confirm>
  );
}

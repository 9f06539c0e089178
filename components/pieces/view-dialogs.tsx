"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { type SavedView, viewDelete, viewSave } from "@/lib/access/contract";
import { viewDialogs } from "@/messages/compiled/view-dialogs";
import { Confirm } from "./confirm";
import { FormFooter } from "./form-footer";
import type { Asking } from "./list-views-opened";
import { TextField } from "./text-field";
import { useForm } from "./use-form";
import { useMe } from "./use-me";
import { useOperation } from "./use-operation";
import type { Views } from "./use-views";
import { SHARES_VIEWS } from "./view-query";
import { useRolesThat } from "./who-may";

/** What is asked of a view: its name and who sees it, or whether to delete it. */
export function ViewDialogs({
  asking,
  views,
  onClose,
}: {
  asking: Asking;
  views: Views;
  onClose: () => void;
}) {
  const { open, list, query, show } = views;
  if (asking === "new")
    return <ViewDialog view={null} list={list} query={query} onClose={onClose} onSaved={show} />;
  if (open === null) return null;
  if (asking === "delete") return <DeleteView view={open} onClose={onClose} onDeleted={() => show(null)} />;
  return (
    <ViewDialog view={open} list={list} query={open.query} onClose={onClose} onSaved={() => undefined} />
  );
}

/** Asks for the name of a view and who sees it: of a new one, or of one that is there. */
function ViewDialog({
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
  const t = useMessages(viewDialogs);
  const rolesThat = useRolesThat();
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
    success: t("saved"),
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
    refreshOnFailure: true,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(view === null ? "new_title" : "edit_title")} description={t("description")}>
        <form className="flex flex-col gap-4" onSubmit={form.submit}>
          <TextField form={form} name="name" label={t("name")} required />
          <div className="flex items-start gap-2 text-sm">
            <Checkbox
              id={box}
              className="mt-0.5"
              checked={form.values.shared}
              disabled={!may(SHARES_VIEWS)}
              onCheckedChange={(checked) => form.set("shared", checked === true)}
            />
            <label htmlFor={box} className="cursor-pointer">
              {t("shared")}
              {!may(SHARES_VIEWS) && (
                <span className="block text-muted-foreground">
                  {t("who_may_share", { roles: rolesThat(SHARES_VIEWS) })}
                </span>
              )}
            </label>
          </div>
          {form.problem}
          <FormFooter verb={t("save")} busy={form.isPending} disabled={form.values.name.trim() === ""} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

function DeleteView({
  view,
  onClose,
  onDeleted,
}: {
  view: SavedView;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useMessages(viewDialogs);
  const operation = useOperation(viewDelete, {
    success: t("deleted"),
    onSuccess: () => {
      onDeleted();
      onClose();
    },
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("delete_title", { name: view.name })}
      verb={t("delete")}
      error={operation.error}
      busy={operation.isPending}
      onConfirm={() => operation.mutate({ view_id: view.id })}
    >
      {t(view.shared ? "delete_shared" : "delete_own")}
    </Confirm>
  );
}

"use client";

import { Bookmark, Link2, Pencil, Plus, Trash2, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { messagesNow, useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { type SavedView, viewDefault, viewSave } from "@/lib/access/contract";
import { lists } from "@/messages/compiled/lists";
import { useMe } from "./use-me";
import { useOperation } from "./use-operation";
import type { Views } from "./use-views";
import { SHARES_VIEWS } from "./view-query";

const ViewDialog = dynamic(() => import("./view-dialogs").then((part) => part.ViewDialog), { ssr: false });
const DeleteView = dynamic(() => import("./view-dialogs").then((part) => part.DeleteView), { ssr: false });

type Asking = "new" | "edit" | "delete" | null;

/** The name of the view that is open, whether the list shows something else by now, and the way to the other views. */
export function ListViews({ views }: { views: Views }) {
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const { open, isChanged } = views;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      <ViewsMenu views={views} onAsk={setAsking} />
      {open !== null && isChanged && <Changed views={views} view={open} onSaveAs={() => setAsking("new")} />}
      {asking === "new" && (
        <ViewDialog view={null} list={views.list} query={views.query} onClose={close} onSaved={views.show} />
      )}
      {asking === "edit" && open !== null && (
        <ViewDialog
          view={open}
          list={views.list}
          query={open.query}
          onClose={close}
          onSaved={() => undefined}
        />
      )}
      {asking === "delete" && open !== null && (
        <DeleteView view={open} onClose={close} onDeleted={() => views.show(null)} />
      )}
    </div>
  );
}

/** What was saved with the view and is not known here any more. */
export function DroppedFilters({ dropped }: { dropped: readonly string[] }) {
  const t = useMessages(lists);
  if (dropped.length === 0) return null;
  const names = dropped.map((name) => (name === "hide" ? t("dropped_columns") : name.replaceAll("_", " ")));
  return (
    <p role="status" className="mb-2 text-muted-foreground text-sm">
      {t("dropped", { names: names.join(", ") })}
    </p>
  );
}

function useMayChange(view: SavedView | null): boolean {
  const { may } = useMe();
  return view !== null && (!view.shared || may(SHARES_VIEWS));
}

function Changed({ views, view, onSaveAs }: { views: Views; view: SavedView; onSaveAs: () => void }) {
  const t = useMessages(lists);
  const mayChange = useMayChange(view);
  const saving = useOperation(viewSave, {
    success: t("view_saved"),
    failure: t("view_save_failed"),
    refreshOnFailure: true,
  });
  const { id: view_id, list, name, shared, version } = view;
  return (
    <>
      <span className="text-muted-foreground text-xs">{t("view_changed")}</span>
      {mayChange && (
        <Button
          size="sm"
          busy={saving.isPending}
          onClick={() => saving.mutate({ view_id, list, name, shared, version, query: views.query })}
        >
          {t("view_save")}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onSaveAs}>
        {t("view_save_as")}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => views.show(view)}>
        {t("view_undo")}
      </Button>
    </>
  );
}

function ViewsMenu({ views, onAsk }: { views: Views; onAsk: (asking: Asking) => void }) {
  const t = useMessages(lists);
  const { open } = views;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" className="min-w-0 max-w-72">
          <Bookmark aria-hidden />
          {open === null ? (
            t("views")
          ) : (
            <span className="truncate">{t("view_named", { name: open.name })}</span>
          )}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-w-80">
        <ViewChoice views={views} />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => onAsk("new")}>
          <Plus aria-hidden />
          {t("view_save_new")}
        </DropdownMenuItem>
        {open !== null && <OpenView views={views} view={open} onAsk={onAsk} />}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const ALL = "all";

function ViewChoice({ views: { views, open, show } }: { views: Views }) {
  const t = useMessages(lists);
  const groups = [
    { label: t("views_mine"), of: views.filter(({ shared }) => !shared) },
    { label: t("views_shared"), of: views.filter(({ shared }) => shared) },
  ];
  return (
    <DropdownMenuRadioGroup
      value={open?.id ?? ALL}
      onValueChange={(id) => show(views.find((view) => view.id === id) ?? null)}
    >
      <DropdownMenuRadioItem value={ALL}>{t("no_view")}</DropdownMenuRadioItem>
      {groups.map(
        ({ label, of }) =>
          of.length > 0 && (
            <div key={label}>
              <DropdownMenuLabel>{label}</DropdownMenuLabel>
              {of.map(({ id, name, shared, is_default }) => (
                <DropdownMenuRadioItem key={id} value={id}>
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {is_default && <span className="text-muted-foreground text-xs">{t("view_default")}</span>}
                  {shared && <Users aria-hidden />}
                </DropdownMenuRadioItem>
              ))}
            </div>
          ),
      )}
    </DropdownMenuRadioGroup>
  );
}

/** What can be done with the view that is open. */
function OpenView({
  views,
  view,
  onAsk,
}: {
  views: Views;
  view: SavedView;
  onAsk: (asking: Asking) => void;
}) {
  const t = useMessages(lists);
  const mayChange = useMayChange(view);
  const choosing = useOperation(viewDefault, { failure: t("view_default_failed") });
  return (
    <>
      <DropdownMenuCheckboxItem
        checked={view.is_default}
        onCheckedChange={(checked) =>
          choosing.mutate({ list: view.list, view_id: checked === true ? view.id : null })
        }
      >
        {t("view_use_default")}
      </DropdownMenuCheckboxItem>
      <DropdownMenuItem onSelect={() => copyLink(views.hrefOf(view))}>
        <Link2 aria-hidden />
        {t("view_copy_link")}
      </DropdownMenuItem>
      {mayChange && (
        <>
          <DropdownMenuItem onSelect={() => onAsk("edit")}>
            <Pencil aria-hidden />
            {t("view_edit")}
          </DropdownMenuItem>
          <DropdownMenuItem tone="danger" onSelect={() => onAsk("delete")}>
            <Trash2 aria-hidden />
            {t("view_delete")}
          </DropdownMenuItem>
        </>
      )}
    </>
  );
}

function copyLink(href: string): void {
  const t = messagesNow(lists);
  const link = `${window.location.origin}${href}`;
  const refuse = () => toast.error(t("copy_refused"), { description: link });
  // Absent outside secure contexts, such as a plain-HTTP address in the office network.
  if (!navigator.clipboard) return void refuse();
  navigator.clipboard.writeText(link).then(() => toast.success(t("link_copied")), refuse);
}

"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand, useOnDemand } from "@/components/ui/on-demand";
import { type SavedView, viewSave } from "@/lib/access/contract";
import { lists } from "@/messages/compiled/lists";
import type { Asking, ViewsMenuProps } from "./list-views-opened";
import { useMayChangeView } from "./use-may-change-view";
import { useOperation } from "./use-operation";
import type { Views } from "./use-views";

const loadDialogs = () => import("./view-dialogs").then((part) => part.ViewDialogs);
const loadMenu = () => import("./list-views-opened").then((part) => part.ListViewsOpened);

/** The name of the view that is open, whether the list shows something else by now, and the way to the other views. */
export function ListViews({ views }: { views: Views }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const { open, isChanged } = views;
  const Dialogs = useOnDemand(loadDialogs, asking !== null, close);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      <ViewsMenu views={views} onAsk={setAsking} />
      {open !== null && isChanged && <Changed views={views} view={open} onSaveAs={() => setAsking("new")} />}
      {asking !== null && Dialogs && <Dialogs asking={asking} views={views} onClose={close} />}
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

function Changed({ views, view, onSaveAs }: { views: Views; view: SavedView; onSaveAs: () => void }) {
  const t = useMessages(lists);
  const mayChange = useMayChangeView(view);
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

function ViewsMenu({ views, onAsk }: ViewsMenuProps) {
  const t = useMessages(lists);
  const { open } = views;
  return (
    <OpensOnDemand
      opens="menu"
      load={loadMenu}
      props={{ views, onAsk }}
      trigger={
        <Button size="sm" variant="ghost" className="min-w-0 max-w-72">
          <Bookmark aria-hidden />
          {open === null ? (
            t("views")
          ) : (
            <span className="truncate">{t("view_named", { name: open.name })}</span>
          )}
        </Button>
      }
    />
  );
}

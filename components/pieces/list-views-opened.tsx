"use client";

import { Link2, Pencil, Plus, Trash2, Users } from "lucide-react";
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
import type { Opened } from "@/components/ui/on-demand";
import { toast } from "@/components/ui/toast";
import { type SavedView, viewDefault } from "@/lib/access/contract";
import { lists } from "@/messages/compiled/lists";
import { useMayChangeView } from "./use-may-change-view";
import { useOperation } from "./use-operation";
import type { Views } from "./use-views";

/** Which dialog about a view is wanted. */
export type Asking = "new" | "edit" | "delete";

export type ViewsMenuProps = { views: Views; onAsk: (asking: Asking) => void };

export function ListViewsOpened({ trigger, views, onAsk }: ViewsMenuProps & Opened) {
  const t = useMessages(lists);
  const { open } = views;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
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
  const mayChange = useMayChangeView(view);
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

"use client";

import {
  Ban,
  BookmarkCheck,
  CircleCheck,
  CornerDownRight,
  Globe,
  Megaphone,
  MoreHorizontal,
  PencilLine,
  Pin,
  PinOff,
  Quote,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useMemoryDecisions } from "@/components/pieces/memory-decisions";
import { InvalidateDialog, SupersedeDialog } from "@/components/pieces/memory-dialogs";
import { EditDialog } from "@/components/pieces/memory-edit";
import { mayBeRecited } from "@/components/pieces/new-citation";
import { ReciteDialog } from "@/components/pieces/recite-dialog";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { Memory, MemoryStatus } from "@/lib/memories/contract";
import { SuggestGlobalDialog } from "./global-suggestion";
import type { MemoryRights } from "./rights";

/** Statuses that a person may leave by restoring, refreshing, superseding or invalidating, as the lifecycle has it. */
const RESTORABLE: readonly MemoryStatus[] = ["invalid", "superseded", "expired"];
const REFRESHABLE: readonly MemoryStatus[] = ["active", "drifted", "expired"];
const SUPERSEDABLE: readonly MemoryStatus[] = ["active", "drifted", "expired", "invalid", "quarantined"];
const INVALIDATABLE: readonly MemoryStatus[] = ["active", "drifted", "expired", "quarantined"];

const mayReachFurther = ({ scope, status, suggested_at }: Memory) =>
  scope !== "global" && suggested_at === null && (status === "active" || status === "drifted");

type Dialog = "edit" | "invalidate" | "supersede" | "suggest" | "recite";

type Action = {
  key: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  run: () => unknown;
  tone?: "danger" | "primary";
};

/** What can be done with one memory, as it stands: the likely ones as buttons, the others in a menu, all with keys. */
export function MemoryActions({
  memory,
  can,
  onSuperseded,
  onDeleted,
}: {
  memory: Memory;
  can: MemoryRights;
  /** Where to go once a correction has taken its place. */
  onSuperseded?: (replacement: Memory) => void;
  onDeleted?: () => void;
}) {
  const decisions = useMemoryDecisions();
  const dialogs = useDialogs<Dialog>();
  const [busy, setBusy] = useState<string | null>(null);
  const { id, status } = memory;
  const deleted = memory.deleted_at !== null;

  const during = (key: string, act: () => Promise<unknown>) => () => {
    setBusy(key);
    return act().finally(() => setBusy(null));
  };
  const offer = (holds: boolean, action: Action): Action[] => {
    if (holds) return [action];
    return [];
  };

  const first: Action[] = deleted
    ? offer(can.write, {
        key: "restore",
        label: "Restore",
        icon: <RotateCcw aria-hidden />,
        run: during("restore", () => decisions.restore([id])),
      })
    : [
        ...offer((status === "quarantined" || memory.held_at !== null) && can.decide, {
          key: "release",
          label: "Release",
          icon: <CircleCheck aria-hidden />,
          run: during("release", () => decisions.release([id])),
        }),
        ...offer(status === "drifted" && mayBeRecited(memory) && can.write, {
          key: "recite",
          label: "Still true: cite the new lines",
          icon: <Quote aria-hidden />,
          keys: "t",
          run: () => dialogs.show("recite"),
          tone: "primary",
        }),
        ...offer(RESTORABLE.includes(status) && can.write, {
          key: "restore",
          label: "Restore",
          icon: <RotateCcw aria-hidden />,
          run: during("restore", () => decisions.restore([id])),
        }),
        ...offer(can.write, {
          key: "edit",
          label: "Edit",
          icon: <PencilLine aria-hidden />,
          keys: DECISION_KEYS.edit,
          run: () => dialogs.show("edit"),
        }),
        ...offer(SUPERSEDABLE.includes(status) && can.write, {
          key: "supersede",
          label: "Supersede",
          icon: <CornerDownRight aria-hidden />,
          keys: "w",
          run: () => dialogs.show("supersede"),
        }),
        ...offer(REFRESHABLE.includes(status) && can.write, {
          key: "refresh",
          label: "Refresh",
          icon: <CircleCheck aria-hidden />,
          keys: DECISION_KEYS.checkAgain,
          run: during("refresh", () => decisions.refresh(id)),
        }),
        ...offer(INVALIDATABLE.includes(status) && can.write, {
          key: "invalidate",
          label: "Invalidate",
          icon: <Ban aria-hidden />,
          keys: DECISION_KEYS.reject,
          run: () => dialogs.show("invalidate"),
          tone: "danger",
        }),
      ];
  const more: Action[] =
    deleted || !can.write
      ? []
      : [
          {
            key: "pin",
            label: memory.pinned ? "Unpin" : "Pin, so that it never expires",
            icon: memory.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
            keys: "p",
            run: during("pin", () => decisions.pin(id, memory.version, !memory.pinned)),
          },
          {
            key: "addressed",
            label: memory.addressed_at ? "Remove the addressed mark" : "Mark as addressed by a skill",
            icon: <BookmarkCheck aria-hidden />,
            run: during("addressed", () => decisions.markAddressed([id], memory.addressed_at === null)),
          },
          ...offer(mayReachFurther(memory) && can.decide, {
            key: "global",
            label: "Make it global",
            icon: <Globe aria-hidden />,
            run: during("global", () => decisions.decideGlobal(id, "accept")),
          }),
          ...offer(mayReachFurther(memory) && !can.decide, {
            key: "suggest",
            label: "Suggest for every repository",
            icon: <Megaphone aria-hidden />,
            run: () => dialogs.show("suggest"),
          }),
          {
            key: "delete",
            label: "Delete",
            icon: <Trash2 aria-hidden />,
            run: during("delete", async () => {
              const done = await decisions.remove([id]);
              if (done.length > 0) onDeleted?.();
            }),
            tone: "danger",
          },
        ];

  useShortcuts(
    [...first, ...more].flatMap(({ keys, label, run }) => {
      if (keys === undefined) return [];
      return [{ keys, label, run: () => void run() }];
    }),
    "This memory",
  );

  if (first.length + more.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {first.map(({ key, label, icon, run, keys, tone }) => (
        <Button
          key={key}
          size="sm"
          variant={tone ?? "secondary"}
          busy={busy === key}
          disabled={busy !== null}
          aria-keyshortcuts={keys}
          title={keys && `${label} (${keys})`}
          onClick={() => void run()}
        >
          {busy !== key && icon}
          {label}
        </Button>
      ))}
      {more.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon_sm" variant="ghost" aria-label="More actions" disabled={busy !== null}>
              <MoreHorizontal aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {more.map(({ key, label, icon, run, tone }, index) => (
              <span key={key} className="contents">
                {tone === "danger" && index > 0 && <DropdownMenuSeparator />}
                <DropdownMenuItem tone={tone === "danger" ? tone : undefined} onSelect={() => void run()}>
                  {icon}
                  {label}
                </DropdownMenuItem>
              </span>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <EditDialog memory={memory} {...dialogs.propsOf("edit")} />
      <ReciteDialog memory={memory} {...dialogs.propsOf("recite")} />
      <SuggestGlobalDialog memory={memory} {...dialogs.propsOf("suggest")} />
      <InvalidateDialog ids={[id]} statement={memory.statement} {...dialogs.propsOf("invalidate")} />
      <SupersedeDialog
        memory={memory}
        {...dialogs.propsOf("supersede")}
        onDone={(replacement) => {
          if (replacement) onSuperseded?.(replacement);
        }}
      />
    </div>
  );
}

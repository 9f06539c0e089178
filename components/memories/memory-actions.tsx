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
import {
  EditDialog,
  InvalidateDialog,
  ReciteDialog,
  SupersedeDialog,
} from "@/components/pieces/memory-dialogs";
import { mayBeRecited } from "@/components/pieces/new-citation";
import { useDialogs } from "@/components/review-queue/use-dialogs";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { Memory, MemoryStatus } from "@/lib/memories/contract";
import { memoryActions } from "@/messages/compiled/memory-actions";
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

export type Action = {
  key: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  run: () => unknown;
  tone?: "danger" | "primary";
};

const loadMenu = () => import("./memory-actions-opened").then((part) => part.MemoryActionsOpened);

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
  const t = useMessages(memoryActions);
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
        label: t("restore"),
        icon: <RotateCcw aria-hidden />,
        run: during("restore", () => decisions.restore([id])),
      })
    : [
        ...offer((status === "quarantined" || memory.held_at !== null) && can.decide, {
          key: "release",
          label: t("release"),
          icon: <CircleCheck aria-hidden />,
          run: during("release", () => decisions.release([id])),
        }),
        ...offer(status === "drifted" && mayBeRecited(memory) && can.write, {
          key: "recite",
          label: t("recite"),
          icon: <Quote aria-hidden />,
          keys: DECISION_KEYS.accept,
          run: () => dialogs.show("recite"),
          tone: "primary",
        }),
        ...offer(RESTORABLE.includes(status) && can.write, {
          key: "restore",
          label: t("restore"),
          icon: <RotateCcw aria-hidden />,
          run: during("restore", () => decisions.restore([id])),
        }),
        ...offer(can.write, {
          key: "edit",
          label: t("edit"),
          icon: <PencilLine aria-hidden />,
          keys: DECISION_KEYS.edit,
          run: () => dialogs.show("edit"),
        }),
        ...offer(SUPERSEDABLE.includes(status) && can.write, {
          key: "supersede",
          label: t("supersede"),
          icon: <CornerDownRight aria-hidden />,
          keys: "w",
          run: () => dialogs.show("supersede"),
        }),
        ...offer(REFRESHABLE.includes(status) && can.write, {
          key: "refresh",
          label: t("refresh"),
          icon: <CircleCheck aria-hidden />,
          keys: DECISION_KEYS.checkAgain,
          run: during("refresh", () => decisions.refresh(id)),
        }),
        ...offer(INVALIDATABLE.includes(status) && can.write, {
          key: "invalidate",
          label: t("invalidate"),
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
            label: t(memory.pinned ? "unpin" : "pin"),
            icon: memory.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
            keys: "p",
            run: during("pin", () => decisions.pin(id, memory.version, !memory.pinned)),
          },
          {
            key: "addressed",
            label: t(memory.addressed_at ? "unmark_addressed" : "mark_addressed"),
            icon: <BookmarkCheck aria-hidden />,
            run: during("addressed", () => decisions.markAddressed([id], memory.addressed_at === null)),
          },
          ...offer(mayReachFurther(memory) && can.decide, {
            key: "global",
            label: t("make_global"),
            icon: <Globe aria-hidden />,
            run: during("global", () => decisions.decideGlobal(id, "accept")),
          }),
          ...offer(mayReachFurther(memory) && !can.decide, {
            key: "suggest",
            label: t("suggest_global"),
            icon: <Megaphone aria-hidden />,
            run: () => dialogs.show("suggest"),
          }),
          {
            key: "delete",
            label: t("delete"),
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
    t("keys"),
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
        <OpensOnDemand
          opens="menu"
          load={loadMenu}
          props={{ actions: more }}
          trigger={
            <Button size="icon_sm" variant="ghost" aria-label={t("more")} disabled={busy !== null}>
              <MoreHorizontal aria-hidden />
            </Button>
          }
        />
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

"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Keys } from "@/components/ui/kbd";

/** What can be done with the item that is open: by a key, and by a button where it has one. */
export type ReviewAction = {
  key: string;
  /** What the list of keys says. */
  words: string;
  run: () => void;
  button?: ActionButton;
};

type ActionButton = {
  text: string;
  icon: LucideIcon;
} & Pick<ButtonProps, "variant" | "busy" | "disabled" | "title">;

/** The buttons of the actions, in the order of `keys`. */
export function ActionBar({ actions, keys }: { actions: readonly ReviewAction[]; keys: readonly string[] }) {
  const shown = keys.flatMap((key) => actions.filter((action) => action.key === key));
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {shown.map(
        ({ key, run, button }) => button && <KeyButton key={key} name={key} onClick={run} {...button} />,
      )}
    </div>
  );
}

/** A button that names its key; a small screen has no keys. */
export function KeyButton({
  name,
  text,
  icon: Icon,
  busy = false,
  ...button
}: ActionButton & { name: string; onClick: () => void }) {
  return (
    <Button {...button} busy={busy} aria-keyshortcuts={name}>
      {!busy && <Icon aria-hidden />}
      {text}
      <span aria-hidden className="max-lg:hidden">
        <Keys keys={name} />
      </span>
    </Button>
  );
}

/** The keys that have no button. */
export function KeyHints({ children }: { children?: ReactNode }) {
  return (
    <span className="ml-auto inline-flex items-center gap-1.5 text-muted-foreground text-xs max-xl:hidden">
      <Keys keys="j" />
      <Keys keys="k" /> skip
      {children}
      <Keys keys="u" /> undo
    </span>
  );
}

/** What can be done with everything that is selected: by a button, and by a key where it has one. */
export type BulkAction = {
  text: string;
  run: () => void;
  shortcut?: { key: string; words: string };
} & Pick<ButtonProps, "variant" | "busy" | "disabled">;

export function BulkButtons({ actions }: { actions: readonly BulkAction[] }) {
  return actions.map(({ text, run, shortcut: _, ...button }) => (
    <Button key={text} size="sm" onClick={run} {...button}>
      {text}
    </Button>
  ));
}

"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Keys } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import type { Shortcut } from "@/components/ui/shortcuts";
import { reviewQueue } from "@/messages/compiled/review-queue";

type ButtonLooks = { text: string; icon: LucideIcon } & Pick<
  ButtonProps,
  "variant" | "busy" | "disabled" | "title"
>;

/** What can be done with the open item, by a key, and by a button where it has one. */
export type ReviewAction = Shortcut & { button?: ButtonLooks };

/** A button that names its key. */
export function KeyButton({
  keys,
  text,
  icon: Icon,
  ...button
}: ButtonLooks & { keys: string; onClick: () => void }) {
  return (
    <Button {...button} aria-keyshortcuts={keys}>
      {!button.busy && <Icon aria-hidden />}
      {text}
      <ButtonKeys keys={keys} />
    </Button>
  );
}

/** The keys of a button, in it; a small screen has no keys. */
export function ButtonKeys({ keys }: { keys: string }) {
  return (
    <span aria-hidden className="max-lg:hidden">
      <Keys keys={keys} />
    </span>
  );
}

/** The buttons of the actions, in the order of `keys`. */
export function ActionBar({ actions, keys }: { actions: readonly ReviewAction[]; keys: readonly string[] }) {
  const ordered = keys.flatMap((key) => actions.filter((action) => action.keys === key));
  if (ordered.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {ordered.map(
        ({ keys, button, run }) => button && <KeyButton key={keys} keys={keys} {...button} onClick={run} />,
      )}
    </div>
  );
}

/** The keys that have no button. */
export function KeyHints({ children }: { children?: ReactNode }) {
  const t = useMessages(reviewQueue);
  return (
    <span className="ml-auto inline-flex items-center gap-1.5 text-muted-foreground text-xs max-xl:hidden">
      <Keys keys={DECISION_KEYS.next} />
      <Keys keys={DECISION_KEYS.previous} /> {t("move")}
      {children}
      <Keys keys={DECISION_KEYS.undo} /> {t("undo")}
    </span>
  );
}

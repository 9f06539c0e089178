"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { ui } from "@/messages/compiled/ui";

/** The end of a form in a dialog: leave it, or send it by the button that says `verb`. */
export function FormFooter({
  verb,
  className,
  children,
  onDiscard,
  ...submit
}: Pick<ComponentProps<typeof Button>, "busy" | "disabled" | "variant"> & {
  verb: ReactNode;
  className?: string;
  /** What else can be done, before both. */
  children?: ReactNode;
  /** Clears what was typed, which stays when the dialog is left; absent where nothing was. */
  onDiscard?: (() => void) | undefined;
}) {
  const t = useMessages(ui);
  return (
    <DialogFooter className={className}>
      {children}
      {onDiscard && (
        <Button variant="ghost" className="max-sm:w-full sm:mr-auto" onClick={onDiscard}>
          {t("discard")}
        </Button>
      )}
      <DialogClose asChild>
        <Button>{t("cancel")}</Button>
      </DialogClose>
      <Button type="submit" variant="primary" {...submit}>
        {verb}
      </Button>
    </DialogFooter>
  );
}

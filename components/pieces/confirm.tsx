"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { ui } from "@/messages/compiled/ui";
import { FormProblem } from "./problem";

/** Asks before something that weighs. `verb` is what the button says: "Revoke". */
export function Confirm({
  open,
  onOpenChange,
  title,
  verb,
  tone = "danger",
  error,
  busy,
  disabled = false,
  onConfirm,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  verb: string;
  tone?: "danger" | "primary";
  error: Error | null;
  busy: boolean;
  /** Something is still to be done in the dialog. */
  disabled?: boolean;
  onConfirm: () => void;
  /** What will be the case afterwards. */
  children: ReactNode;
}) {
  const t = useMessages(ui);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={title}>
        <div className="flex flex-col gap-3 text-sm">
          <div className="text-pretty">{children}</div>
          <FormProblem error={error} />
        </div>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t("cancel")}</Button>
          </DialogClose>
          <Button variant={tone} busy={busy} disabled={disabled} onClick={onConfirm}>
            {verb}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

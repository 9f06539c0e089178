"use client";

import type { ReactNode } from "react";
import { Dialog, type Opening } from "@/components/ui/dialog";

/** A dialog around a form that stays while it is closed; opened again, it says nothing of what was refused before. */
export function FormDialog({
  form,
  open,
  onOpenChange,
  children,
}: Opening & { form: { clearProblem: () => void }; children: ReactNode }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        form.clearProblem();
      }}
    >
      {children}
    </Dialog>
  );
}

"use client";

import type { ReactNode } from "react";
import { Dialog, DialogTrigger, type Opening } from "@/components/ui/dialog";
import type { Opened } from "@/components/ui/on-demand";

/** A dialog with its button, around a form about findings that says when it opens what is true of them then. */
export function FindingDialog({
  form,
  open,
  onOpenChange,
  trigger,
  children,
}: Opening & Opened & { form: { reset: () => void }; children: ReactNode }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        form.reset();
      }}
    >
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      {children}
    </Dialog>
  );
}

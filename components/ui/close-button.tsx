"use client";

import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { ui } from "@/messages/compiled/ui";
import { Button } from "./button";
import { useMessages } from "./messages";

/** Closes the dialog, sheet or drawer that it is in. */
export function CloseButton({ className, title }: { className?: string; title?: string }) {
  const t = useMessages(ui);
  return (
    <Dialog.Close asChild>
      <Button variant="ghost" size="icon_sm" aria-label={t("close")} title={title} className={className}>
        <X aria-hidden />
      </Button>
    </Dialog.Close>
  );
}

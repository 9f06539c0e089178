"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { ui } from "@/messages/compiled/ui";
import { useMessages } from "./messages";
import { showToasts } from "./toast-queue";

export function ToastRegion() {
  const t = useMessages(ui);
  const { resolvedTheme } = useTheme();
  useEffect(() => showToasts(toast), []);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      containerAriaLabel={t("notifications")}
      position="bottom-right"
      offset={16}
      gap={8}
      style={{ fontFamily: "inherit" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-(--width) items-start gap-2.5 rounded-md border bg-popover px-3.5 py-3 text-foreground text-sm shadow-float",
          content: "flex min-w-0 flex-1 flex-col gap-0.5",
          title: "font-medium",
          description: "text-muted-foreground text-xs",
          icon: "mt-0.5",
          success: "[&_[data-icon]]:text-ok",
          error: "[&_[data-icon]]:text-danger",
          warning: "[&_[data-icon]]:text-warn",
          actionButton: "h-7 shrink-0 self-center rounded-md border px-2 font-medium hover:bg-accent",
          cancelButton: "h-7 shrink-0 self-center rounded-md px-2 text-muted-foreground hover:bg-accent",
        },
      }}
    />
  );
}

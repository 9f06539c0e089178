"use client";

import { Check, Copy, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { ui } from "@/messages/compiled/ui";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { useMessages } from "./messages";

/** Copies `text`; says so, or says that the browser refused. */
export function CopyButton({
  text,
  label,
  showLabel = false,
  ...props
}: Omit<ButtonProps, "onClick" | "children" | "asChild"> & {
  text: string;
  label?: string;
  showLabel?: boolean;
}) {
  const t = useMessages(ui);
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2_000);
    return () => clearTimeout(timer);
  }, [state]);

  const words = { idle: label ?? t("copy"), copied: t("copied"), refused: t("copy_refused") }[state];
  const Icon = { idle: Copy, copied: Check, refused: TriangleAlert }[state];
  return (
    <Button
      variant="ghost"
      size={showLabel ? "sm" : "icon_sm"}
      aria-label={showLabel ? undefined : words}
      title={words}
      onClick={() => {
        // Absent outside secure contexts, such as a plain-HTTP address in the office network.
        if (!navigator.clipboard) return setState("refused");
        navigator.clipboard.writeText(text).then(
          () => setState("copied"),
          () => setState("refused"),
        );
      }}
      {...props}
    >
      <Icon aria-hidden className={cn(state === "copied" && "text-ok")} />
      {showLabel && words}
      <span role="status" className="sr-only">
        {state !== "idle" && words}
      </span>
    </Button>
  );
}

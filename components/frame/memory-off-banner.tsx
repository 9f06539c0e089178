"use client";

import { PowerOff } from "lucide-react";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { frame } from "@/messages/compiled/frame";

/** Says on every page that agents neither read nor store anything. */
export function MemoryOffBanner({ mayChange }: { mayChange: boolean }) {
  const t = useMessages(frame);
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2 rounded-md border border-danger/35 bg-danger-soft/50 px-3 py-2 text-sm"
    >
      <PowerOff aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <span className="min-w-0 text-pretty">
        {t.rich("memory_off", { strong: (text) => <span className="font-medium">{text}</span> })}{" "}
        <Link href="/settings/organization" className="text-primary underline underline-offset-4">
          {mayChange && t("memory_switch_on")}
          {!mayChange && t("memory_settings")}
        </Link>
      </span>
    </p>
  );
}

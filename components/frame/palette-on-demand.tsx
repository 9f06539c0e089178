"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useMessages } from "@/components/ui/messages";
import { useOnDemand } from "@/components/ui/on-demand";
import { frame } from "@/messages/compiled/frame";

export type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
  repository: string | null;
};

const loadPalette = () => import("./palette").then(({ Palette }) => Palette);

/** Fetches the palette before it is asked for, such as when its button is pointed at. */
export const fetchPalette = () => void loadPalette().catch(() => {});

/** The palette, which is loaded with its first opening; what is typed meanwhile is in its box when it comes. */
export function PaletteOnDemand(props: PaletteProps) {
  const { open, onOpenChange } = props;
  const [typed, setTyped] = useState("");
  const Palette = useOnDemand(loadPalette, open, () => onOpenChange(false));
  useEffect(() => {
    if (!open) setTyped("");
  }, [open]);
  if (Palette !== null) return <Palette {...props} typed_before={typed} />;
  if (!open) return null;
  return <Box typed={typed} onType={setTyped} onClose={() => onOpenChange(false)} />;
}

/** The box alone. */
function Box({
  typed,
  onType,
  onClose,
}: {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}) {
  const t = useMessages(frame);
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    // Before the palette takes the focus, so that it returns it there.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-label={t("palette")}
      className="-translate-x-1/2 fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-2xl rounded-lg border bg-popover shadow-float"
    >
      <input
        ref={box}
        value={typed}
        aria-label={t("palette")}
        placeholder={t("palette_hint")}
        className="h-11 w-full bg-transparent px-4 text-sm outline-none placeholder:text-muted-foreground"
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
    </div>
  );
}

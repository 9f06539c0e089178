"use client";

import * as Slot from "radix-ui/slot";
import { type ComponentType, type ReactElement, useEffect, useState } from "react";
import { problem } from "@/messages/compiled/problem";
import { messagesNow } from "./messages";
import { toast } from "./toast";

/** A part of a page that is loaded once it is wanted; null until it is there. What cannot be loaded is tried again later. */
export function useOnDemand<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
  onFailure?: () => void,
): ComponentType<P> | null {
  const [part, setPart] = useState<ComponentType<P> | null>(null);
  const isMissing = isWanted && part === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is always the same
  useEffect(() => {
    if (!isMissing) return;
    let isStillWanted = true;
    load().then(
      (loaded) => isStillWanted && setPart(() => loaded),
      () => {
        if (!isStillWanted) return;
        const t = messagesNow(problem);
        toast.error(t("part_not_loaded"), { description: t("no_answer") });
        onFailure?.();
      },
    );
    return () => {
      isStillWanted = false;
    };
  }, [isMissing]);
  return part;
}

/** What opens from a button: it renders that button itself, and is open when it comes. */
export type Opened = { trigger: ReactElement };

const HINTS = { menu: "menu", dialog: "dialog" } as const;

/**
 * A button with what opens from it, which is loaded when the button is pressed, and fetched when it is pointed at or has the
 * focus.
 */
export function OpensOnDemand<P extends object>({
  trigger,
  opens,
  load,
  props,
}: {
  trigger: ReactElement;
  opens: keyof typeof HINTS;
  load: () => Promise<ComponentType<P & Opened>>;
  props: P;
}) {
  const [isWanted, setIsWanted] = useState(false);
  const Part = useOnDemand(load, isWanted, () => setIsWanted(false));
  const fetchAhead = () => void load().catch(() => {});
  if (Part !== null) return <Part {...props} trigger={trigger} />;
  return (
    <Slot.Root
      aria-haspopup={HINTS[opens]}
      aria-expanded={false}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setIsWanted(true)}
      onKeyDown={(event) => {
        if (opens === "menu" && event.key === "ArrowDown") setIsWanted(true);
      }}
    >
      {trigger}
    </Slot.Root>
  );
}

"use client";

import * as Slot from "radix-ui/slot";
import {
  type ComponentProps,
  createContext,
  type ReactElement,
  type ReactNode,
  use,
  useRef,
  useState,
} from "react";
import { cn } from "./cn";
import type { DialogContentProps } from "./dialog-opened";
import { useFetchedAhead, useOnDemand } from "./on-demand";
import { TriggerContext } from "./trigger-context";

/** Whether something that opens over the page is open, and how it opens and closes. */
export type Opening = { open: boolean; onOpenChange: (open: boolean) => void };

const OpeningContext = createContext<Opening>({ open: false, onOpenChange: () => {} });

/** What opens over the page. Its parts are loaded when the person first does something, or when it opens. */
export function Dialog({
  open,
  defaultOpen = false,
  onOpenChange,
  children,
}: {
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const trigger = useRef<HTMLElement>(null);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <OpeningContext value={{ open: open ?? ownOpen, onOpenChange: change }}>
      <TriggerContext value={trigger}>{children}</TriggerContext>
    </OpeningContext>
  );
}

export const useOpening = (): Opening => use(OpeningContext);

/** The button that is its child opens it. */
export function DialogTrigger({ children }: { asChild: true; children: ReactElement }) {
  const { open, onOpenChange } = useOpening();
  const trigger = use(TriggerContext);
  return (
    <Slot.Root
      ref={trigger}
      aria-haspopup="dialog"
      aria-expanded={open}
      data-state={open ? "open" : "closed"}
      onClick={(event) => {
        if (!event.defaultPrevented) onOpenChange(!open);
      }}
    >
      {children}
    </Slot.Root>
  );
}

/** The button that is its child closes it. */
export function DialogClose({ children }: { asChild: true; children: ReactElement }) {
  const { onOpenChange } = useOpening();
  return (
    <Slot.Root
      onClick={(event) => {
        if (!event.defaultPrevented) onOpenChange(false);
      }}
    >
      {children}
    </Slot.Root>
  );
}

const loadContent = () => import("./dialog-opened").then((part) => part.OpenedDialogContent);

/** A centred dialog; it always has a title, and a description when the title does not say it all. */
export function DialogContent(props: DialogContentProps) {
  const opening = useOpening();
  useFetchedAhead(loadContent);
  const Content = useOnDemand(loadContent, opening.open, () => opening.onOpenChange(false));
  if (Content === null) return null;
  return <Content {...props} opening={opening} />;
}

/** The buttons of a dialog; the main one last. */
export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("mt-5 flex flex-wrap justify-end gap-2", className)} {...props} />;
}

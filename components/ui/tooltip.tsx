"use client";

import * as Slot from "radix-ui/slot";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** Until it shows for what is pointed at, so that a pointer in passing opens nothing. */
const OPEN_MS = 250;
/** Until it goes, so that a pointer reaches it over the gap; and how long the next one shows without waiting. */
const CLOSE_MS = 150;

/** One is shown at a time, in the whole page. */
let closeShown: (() => void) | null = null;
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * Explains its only child on hover and on keyboard focus. Nothing that is needed may live only here. It can be pointed at, and Escape
 * closes it alone (WCAG 2.2, 1.4.13). The browser places it, in its top layer (CSS Anchor Positioning Level 1): no page loads
 * a script for that.
 */
export function Tooltip({
  content,
  side = "top",
  children,
}: {
  content: ReactNode;
  side?: "top" | "right";
  children: ReactNode;
}) {
  const id = useId();
  const timer = useRef<number>(undefined);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const after = (ms: number, run: () => void) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(run, ms);
  };
  const close = useCallback(() => {
    window.clearTimeout(timer.current);
    setAnchor(null);
  }, []);
  const open = (element: HTMLElement) => {
    window.clearTimeout(timer.current);
    setAnchor(element);
  };

  return (
    <>
      <Slot.Root
        aria-describedby={anchor === null ? undefined : id}
        onPointerEnter={({ pointerType, currentTarget }) => {
          if (pointerType === "touch") return;
          const isNextToAnother = closeShown !== null || performance.now() - closedAt < CLOSE_MS;
          after(isNextToAnother ? 0 : OPEN_MS, () => open(currentTarget));
        }}
        onPointerLeave={() => after(CLOSE_MS, close)}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(":focus-visible")) open(currentTarget);
        }}
        onBlur={close}
        onPointerDown={close}
        onClick={close}
      >
        {children}
      </Slot.Root>
      {anchor !== null &&
        createPortal(
          <Shown
            id={id}
            anchor={anchor}
            side={side}
            onStay={() => window.clearTimeout(timer.current)}
            onLeave={() => after(CLOSE_MS, close)}
            onClose={close}
          >
            {content}
          </Shown>,
          document.body,
        )}
    </>
  );
}

function Shown({
  id,
  anchor,
  side,
  onStay,
  onLeave,
  onClose,
  children,
}: {
  id: string;
  anchor: HTMLElement;
  side: "top" | "right";
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    closeShown?.();
    closeShown = onClose;
    anchor.style.setProperty("anchor-name", "--tooltip");
    box.current?.showPopover();
    // At the window, before a dialog around it takes the key to close itself.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      anchor.style.removeProperty("anchor-name");
      if (closeShown === onClose) closeShown = null;
      closedAt = performance.now();
    };
  }, [anchor, onClose]);

  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      popover="manual"
      data-side={side}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="tooltip fade-in-0 pointer-events-auto max-w-80 animate-in rounded-md border bg-popover px-2.5 py-1.5 text-foreground text-xs shadow-float duration-100"
    >
      {children}
    </div>
  );
}

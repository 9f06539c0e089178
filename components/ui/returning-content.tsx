"use client";

import * as Primitive from "radix-ui/dialog";
import { type ComponentProps, use, useState } from "react";
import { TriggerContext } from "./trigger-context";

/** What has the focus; in a menu, which closes with the choice, the button that opened the menu. */
function focusedOf(element: Element | null): HTMLElement | null {
  const opener = element?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  if (opener) return focusedOf(document.getElementById(opener));
  if (element instanceof HTMLElement && element !== document.body) return element;
  return null;
}

/**
 * The content of what opens over a page; when it closes, the focus is where it was, or on the button that opens it where that
 * is gone. Radix returns it to a trigger alone, and what a key opens has none. A handler that prevents the default decides
 * instead.
 */
export function ReturningContent({ onCloseAutoFocus, ...props }: ComponentProps<typeof Primitive.Content>) {
  // Within its portal it is rendered when it opens, before anything in it takes the focus.
  const [before] = useState(() => focusedOf(document.activeElement));
  const trigger = use(TriggerContext);
  const returnFocus = (event: Event) => {
    onCloseAutoFocus?.(event);
    const target = before?.isConnected ? before : trigger?.current;
    if (event.defaultPrevented || !target) return;
    // What follows may have the focus already.
    if (document.activeElement !== document.body) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
  };
  return <Primitive.Content {...props} onCloseAutoFocus={returnFocus} />;
}

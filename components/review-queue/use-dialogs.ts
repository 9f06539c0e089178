"use client";

import { useState } from "react";

/** The dialogs of a screen, of which one is open at a time. `onCloseAutoFocus` says where the focus goes afterwards. */
export function useDialogs<Name extends string>(onCloseAutoFocus?: (event: Event) => void) {
  const [openName, setOpenName] = useState<Name | null>(null);
  return {
    show: setOpenName,
    propsOf: (name: Name) => ({
      open: openName === name,
      onOpenChange: (open: boolean) => {
        if (open) setOpenName(name);
        else setOpenName(null);
      },
      onCloseAutoFocus,
    }),
  };
}

"use client";

import { useRef, useState } from "react";

/** Whether a decision is on its way; another one is not started meanwhile, not even by a key pressed twice at once. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const whileBusy = async (work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    await work().finally(() => {
      isRunning.current = false;
      setBusy(false);
    });
  };
  return { busy, whileBusy };
}

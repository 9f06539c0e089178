"use client";

import { useState } from "react";

/** Whether a decision is on its way; another one is not started meanwhile. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const whileBusy = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  return { busy, whileBusy };
}

"use client";

import { createContext, type RefObject } from "react";

/** The button that opens a dialog. It may be drawn again while its dialog is loaded: what had the focus before is gone then. */
export const TriggerContext = createContext<RefObject<HTMLElement | null> | null>(null);

import { findInjections, type InjectionHit } from "./injection";
import { redactNow, type TextRedaction, type TextToRedact } from "./redact-now";

/** What the thread does; each takes and answers plain values. */
export const SCAN_TASKS = {
  inject: async (texts: readonly string[]): Promise<InjectionHit[][]> => texts.map(findInjections),
  redact: (texts: readonly TextToRedact[]): Promise<{ text: string; redactions: TextRedaction[] }[]> =>
    redactNow(texts),
};

export type ScanTasks = typeof SCAN_TASKS;

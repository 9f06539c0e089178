/**
 * A figure that screens state. What it is called, how it is computed and what n counts is said by the texts
 * `messages/<language>/measures.ts` has for its name.
 *
 * - `window`: the time it is about when the filter names none.
 * - `of`: what `n` counts; null where nothing is divided.
 * - `rows`: where its rows are listed. `states` says which of its numbers that list's total is: the value, n, the part of
 *   n that the share is of, or none, where the list holds what the figure was counted from.
 * - `rows.takes`: the parts of the filter that the list takes; all of them when it is left out.
 */
export type Measure = {
  unit: "count" | "share" | "score" | "tokens" | "bytes" | "hours";
  window:
    | "now"
    | "period"
    | "last_7_days"
    | "last_30_days"
    | "last_90_days"
    | "all_time"
    | "since_last_visit";
  of: string | null;
  rows: {
    path: string;
    query?: Readonly<Record<string, string>>;
    takes?: readonly string[];
    states: "value" | "n" | "part" | null;
  };
};

/** Rows as there are now, divided by nothing. */
export const COUNT_NOW = { unit: "count", window: "now", of: null } as const;

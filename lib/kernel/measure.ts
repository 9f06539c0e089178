/**
 * A figure that screens state.
 *
 * - `term`, `definition`: what it is called, and how it is computed, in whole sentences.
 * - `window`: the time it is about when the filter names none.
 * - `of`: what `n` counts, in the plural; null where nothing is divided.
 * - `rows`: where its rows are listed. `states` says which of its numbers that list's total is: the value, n, the part of
 *   n that the share is of, or none, where the list holds what the figure was counted from.
 * - `rows.takes`: the parts of the filter that the list takes; all of them when it is left out.
 */
export type Measure = {
  term: string;
  definition: string;
  unit: "count" | "share" | "score" | "tokens" | "bytes" | "hours";
  window: string;
  of: string | null;
  rows: {
    path: string;
    query?: Readonly<Record<string, string>>;
    takes?: readonly string[];
    states: "value" | "n" | "part" | null;
  };
};

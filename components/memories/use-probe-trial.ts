import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ProbeTrial, probeTry } from "@/lib/citations/contract";
import { listQuery } from "@/lib/doors/client";
import type { CallOf } from "@/lib/kernel/contract";

export type TrialInput = CallOf<typeof probeTry>;

/** A pause in typing. */
const PAUSE_MS = 500;

const NOTHING: TrialInput = { repository: "", rule: "", expectation: { violations: "none" } };

const isSame = (one: TrialInput | null, other: TrialInput | null) =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Tries what is being written, a moment after the last key: one trial at a time, for the server searches a whole
 * repository. `input`: null while it cannot be tried. `trial` and `error` are of what was last tried, which is what is
 * written now unless `is_pending`.
 */
export function useProbeTrial(input: TrialInput | null): {
  trial: ProbeTrial | undefined;
  error: Error | null;
  is_pending: boolean;
} {
  const [asked, setAsked] = useState<TrialInput | null>(null);
  const query = useQuery({
    ...listQuery(probeTry, asked ?? NOTHING),
    enabled: asked !== null,
    retry: false,
  });
  const { isFetching, error, data } = query;
  const is_new = input !== null && !isSame(input, asked);
  useEffect(() => {
    if (!is_new || isFetching) return undefined;
    const timer = setTimeout(() => setAsked(input), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [is_new, isFetching, input]);
  return {
    trial: error === null ? data : undefined,
    error,
    is_pending: is_new || (input !== null && isFetching),
  };
}

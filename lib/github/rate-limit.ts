/** One of GitHub's budgets, as its last answer reported it. */
export type RateLimit = {
  /** `core` (REST) or `graphql`; others appear as GitHub names them. */
  resource: string;
  /** Requests (REST) or points (GraphQL) an hour. */
  limit: number;
  remaining: number;
  /** ISO 8601. */
  reset_at: string;
  seen_at: string;
};

export type RateState = {
  /** Reads the limit from an answer's headers, if it is there: an Enterprise server may have none. */
  note(headers: unknown, now: Date): void;
  /** When the budget is full again; null while something is left of it. */
  exhaustedUntil(resource: string, now: Date): Date | null;
  all(): RateLimit[];
};

/** The budget a request counts against; null for those that are free or have a budget of minutes. */
export function resourceOf(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  if (/\/(?:rate_limit|access_tokens)$/.test(path) || path.includes("/search/")) return null;
  if (/\/graphql$/.test(path)) return "graphql";
  return "core";
}

export function createRateState(): RateState {
  const limits = new Map<string, RateLimit>();
  return {
    note(headers, now) {
      const { resource, limit, remaining, reset } = readHeaders(headers);
      if (resource === null || !(limit > 0) || !(remaining >= 0) || !(reset > 0)) return;
      limits.set(resource, {
        resource,
        limit,
        remaining,
        reset_at: new Date(reset * 1000).toISOString(),
        seen_at: now.toISOString(),
      });
    },
    exhaustedUntil(resource, now) {
      const known = limits.get(resource);
      if (!known || known.remaining > 0) return null;
      const reset_at = new Date(known.reset_at);
      if (reset_at > now) return reset_at;
      return null;
    },
    all: () => [...limits.values()],
  };
}

function readHeaders(headers: unknown) {
  const fields = new Map(
    headers !== null && typeof headers === "object"
      ? Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
      : [],
  );
  const number = (name: string) => Number(fields.get(`x-ratelimit-${name}`) ?? Number.NaN);
  return {
    resource: fields.get("x-ratelimit-resource") ?? null,
    limit: number("limit"),
    remaining: number("remaining"),
    reset: number("reset"),
  };
}

"use client";

import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";

const parameters = { repository: parseAsString, cursor: parseAsString, first: parseAsInteger };

/**
 * The chosen repository (`owner/name`) in the URL; null means all. Choosing asks the server again, for the first
 * page of whatever is listed: a place in the list of another repository leads nowhere.
 */
export function useRepository() {
  const [{ repository }, setParameters] = useQueryStates(parameters, { shallow: false, history: "push" });
  const choose = (name: string | null) => setParameters({ repository: name, cursor: null, first: null });
  return [repository, choose] as const;
}

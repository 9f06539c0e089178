"use client";

import { parseAsString, useQueryState } from "nuqs";

/** The chosen repository (`owner/name`) in the URL; null means all. Choosing asks the server again. */
export function useRepository() {
  return useQueryState("repository", parseAsString.withOptions({ shallow: false, history: "push" }));
}

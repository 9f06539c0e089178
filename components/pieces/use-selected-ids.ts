"use client";

import { hashKey, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";

/**
 * The ids that are selected of a list, on all its pages. They are forgotten when another list takes its
 * place: what can no longer be seen must not be decided on.
 * @param listed What is listed, as a query has it: without the page.
 */
export function useSelectedIds(listed: QueryKey) {
  const list = hashKey(listed);
  const [selected, setSelected] = useState<{ list: string; ids: readonly string[] }>({ list, ids: [] });
  if (selected.list !== list) setSelected({ list, ids: [] });
  const setIds = (ids: readonly string[]) => setSelected({ list, ids });
  return [selected.ids, setIds] as const;
}

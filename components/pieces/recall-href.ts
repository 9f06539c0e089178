/** A recall; with a memory, at what it says of that one. */
export function recallHref(recall_id: string, memory_id: string | null = null): string {
  if (memory_id === null) return `/recalls/${recall_id}`;
  return `/recalls/${recall_id}?${new URLSearchParams({ memory: memory_id })}`;
}

/** What came of one of several pieces of work that do not wait for each other. */
export type Came<Value> = { value: Value } | { problem: "late" | "failed" };

/**
 * Does work for every key, so many at a time, and answers when all is done or the time is over: what is not done by then
 * is late, what was thrown is handed to `onError`, and neither keeps the rest from being answered. In the order of the keys.
 */
export async function sideBySide<Key, Value>(
  keys: readonly Key[],
  work: (key: Key) => Promise<Value>,
  {
    at_once,
    limit_ms,
    onError,
  }: { at_once: number; limit_ms: number; onError: (key: Key, error: unknown) => void },
): Promise<{ key: Key; came: Came<Value> }[]> {
  const came = new Map<Key, Came<Value>>();
  const waiting = [...keys];
  let over = false;
  const lane = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined && !over; key = waiting.shift()) {
      try {
        came.set(key, { value: await work(key) });
      } catch (error) {
        came.set(key, { problem: "failed" });
        onError(key, error);
      }
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit_ms);
  });
  await Promise.race([Promise.all(Array.from({ length: at_once }, lane)), late]);
  over = true;
  clearTimeout(timer);
  return keys.map((key) => ({ key, came: came.get(key) ?? { problem: "late" } }));
}

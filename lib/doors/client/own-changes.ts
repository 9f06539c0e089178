import type { Caller } from "./call";

/** So long after a command its changes count as those of this page; what others do to the same records later does not. */
const LASTS_MS = 30_000;

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The records that commands of this page named, each with when it did so last, in milliseconds. */
const named = new Map<string, number>();

const idsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(ID) ?? [];

/**
 * A caller that keeps which records commands of this page change, so that the same person's changes in another tab or on
 * another device are not taken for them. A command that was refused changed nothing.
 */
export const keepingOwn =
  (call: Caller): Caller =>
  async (contract, input, options) => {
    if (contract.effect === "read") return await call(contract, input, options);
    const ids = idsIn(input);
    // Before the answer: the news of the change may be here sooner.
    for (const id of ids) named.set(id, Date.now());
    try {
      const output = await call(contract, input, options);
      for (const id of [...ids, ...idsIn(output)]) named.set(id, Date.now());
      return output;
    } catch (error) {
      for (const id of ids) named.delete(id);
      throw error;
    }
  };

/**
 * Whether a record was changed from this page, lately.
 * @param id of the record; the name of its kind may stand before it.
 * @param at When it is said to have changed, in milliseconds.
 */
export function isOwnChange(id: string, at = Date.now()): boolean {
  const changed_at = named.get(id.slice(id.lastIndexOf(":") + 1));
  return changed_at !== undefined && Math.abs(at - changed_at) < LASTS_MS;
}

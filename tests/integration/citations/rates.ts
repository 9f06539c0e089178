import type { Context } from "@/lib/runtime/operation";
import { remember } from "../memories/support";

export const RATES_PATH = "src/rates.ts";

/** The lines of twelve functions of three lines, each with a body of its own. */
export const RATE_FUNCTIONS = Array.from({ length: 12 }, (_, index) => [
  `export function rateOfRegion${index}(net: number): number {`,
  `  return net * ${index + 2} + surchargeOfRegion${index}(net);`,
  "}",
]).flat();

/** Stores a memory of each of the first `count` functions. @returns their ids, in the order of the functions. */
export async function rememberRates(
  context: Context,
  { repository, count }: { repository: string; count: number },
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await remember(context, {
      statement: `Region ${index} has a rate of its own, with a surcharge.`,
      repository,
      citations: [{ path: RATES_PATH, line_start: 3 * index + 1, line_end: 3 * index + 3 }],
    });
    ids.push(id);
  }
  return ids;
}

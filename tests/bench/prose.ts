import { readFile } from "node:fs/promises";
import { z } from "zod";

const PROSE_FILE = "tests/bench/prose.json";
const pairSchema = z.tuple([z.string(), z.string()]);
const proseSchema = z.object({ tuned: z.array(pairSchema), aside: z.array(pairSchema) });

type Prose = Record<
  string,
  {
    docs: { id: string; group: string; text: string }[];
    queries: { id: string; group: string; text: string; rel: string[] }[];
  }
>;

/**
 * Notes as teams write them, each with a question in other words: the facts are those of public discussions, the
 * sentences were written for this benchmark. Weights were chosen on the first half; the other was kept aside. A question
 * is asked within its half.
 */
export async function readProse(): Promise<Prose> {
  const halves = proseSchema.parse(JSON.parse(await readFile(PROSE_FILE, "utf8")));
  return Object.fromEntries(
    Object.entries(halves).map(([half, pairs]) => [
      `prose-${half}`,
      {
        docs: pairs.map(([text], index) => ({ id: String(index), group: half, text })),
        queries: pairs.map(([, text], index) => ({
          id: String(index),
          group: half,
          text,
          rel: [String(index)],
        })),
      },
    ]),
  );
}

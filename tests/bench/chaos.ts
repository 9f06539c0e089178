import { type Chaos, runChaos } from "../support/chaos";

/** What `npm run bench -- --only chaos` prints: a row for each part that was taken away. */
export async function measureChaos(say: (line: string) => void): Promise<{ chaos: Chaos; rows: string[][] }> {
  const chaos = await runChaos(say);
  const rows = chaos.rows.map(({ fault, runs, failed, served, slowest_ms, writes, said }) => [
    fault,
    String(runs),
    String(failed),
    String(served),
    slowest_ms.toFixed(0),
    String(writes),
    said.join("; ") || "–",
  ]);
  return { chaos, rows };
}

/** Agent runs that failed and acknowledged writes that are gone: both are to be none. */
export const harmOf = ({ rows, lost }: Chaos): number =>
  rows.reduce((sum, { failed }) => sum + failed, 0) + lost.length;

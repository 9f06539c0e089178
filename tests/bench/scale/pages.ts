import { gzipSync } from "node:zlib";
import { z } from "zod";
import { createSignInLink } from "@/lib/access";
import { signIn } from "../../attack/target";
import type { Fixture } from "../house";
import { percentile } from "../statistics";
import { openClient } from "./clients";
import { type Counters, difference } from "./counters";
import { cpuOf } from "./cpu";
import type { Server } from "./servers";
import type { PageFigures } from "./tables";

const PAGES = ["/", "/memories", "/recalls", "/citations", "/reviews"];
const WARM_UP = 3;

/** The first byte of pages as their owner opens them, one at a time. */
export async function measurePages(
  { db, owner }: Fixture,
  { server, counters, rounds }: { server: Server; counters: Counters; rounds: number },
): Promise<PageFigures[]> {
  const { organization_id, id: person_id } = owner;
  const link = await createSignInLink(db, { organization_id, person_id, now: new Date() });
  const token = z.string().parse(new URL(link).searchParams.get("token"));
  const { cookie } = await signIn(`http://127.0.0.1:${server.port}`, { token });
  const client = openClient({ port: server.port, cookie });
  const figures: PageFigures[] = [];
  try {
    for (const page of PAGES) {
      const open = async () => {
        const answer = await client.ask({ method: "GET", path: page });
        if (answer.status !== 200) throw new Error(`${page}: ${answer.status}`);
        return answer;
      };
      for (let round = 0; round < WARM_UP; round++) await open();
      const before = { counts: await counters.read(), cpu: cpuOf(server.pid) };
      const opened = [];
      for (let round = 0; round < rounds; round++) opened.push(await open());
      const web_cpu_ms = (cpuOf(server.pid) - before.cpu) / rounds;
      const { statements } = difference(await counters.read(), before.counts, rounds);
      const text = opened[0]?.text ?? "";
      const first = opened.map(({ first_byte_ms }) => first_byte_ms);
      figures.push({
        page,
        web_cpu_ms,
        statements,
        first_byte_median: percentile(first, 0.5),
        first_byte_p95: percentile(first, 0.95),
        kilobytes: Buffer.byteLength(text) / 1024,
        compressed_kilobytes: gzipSync(text).length / 1024,
      });
    }
  } finally {
    client.close();
  }
  return figures;
}

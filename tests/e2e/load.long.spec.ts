import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { createPlace, processesOf, startServer, stopServer } from "../support/server";
import { expect, test } from "./fixtures";

const exec = promisify(execFile);
const PORT = 3214;
const MOST_PAGE_MS = 2_000;
const MOST_GROWTH = 1.3;

const reportSchema = z.object({
  served: z.object({ count: z.number() }),
  refused: z.object({ count: z.number(), slowest_ms: z.number() }),
  other: z.array(z.number()),
  pages: z.object({ failed: z.number(), p95_ms: z.number() }),
  megabytes: z.object({ second_third: z.number(), last_third: z.number() }),
});

test("two hundred agents for five minutes are served or refused early, and pages open meanwhile", async () => {
  test.setTimeout(900_000);
  const place = await createPlace();
  const server = await startServer(place, { port: PORT });
  try {
    const { web } = await processesOf(server);
    const [serverFile, reportFile] = ["test-results/load-server.json", "test-results/load.json"];
    await writeFile(
      serverFile,
      JSON.stringify(server, ["url", "data_dir", "settings", ...Object.keys(server.settings)]),
    );
    const args = ["--import", "tsx", "tests/attack/load.ts", serverFile, reportFile, `--pid=${web}`];
    const { stdout } = await exec(process.execPath, args, { env: { ...process.env, ...server.settings } });
    console.log(stdout);
    const report = reportSchema.parse(JSON.parse(stdout));
    expect(report.other).toEqual([]);
    expect(report.served.count).toBeGreaterThan(0);
    expect(report.pages.failed).toBe(0);
    expect(report.pages.p95_ms).toBeLessThan(MOST_PAGE_MS);
    const { second_third, last_third } = report.megabytes;
    expect(last_third).toBeLessThan(second_third * MOST_GROWTH);
  } finally {
    await stopServer(server);
    await place.drop();
  }
});

import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import "../../support/web-process";

/**
 * The API in a process of its own that records what it does from one SIGUSR2 to the next, into the file that
 * CASEBOOK_BENCH_PROFILE names, and then prints so.
 */
const SAMPLE_EVERY_US = 500;
const file = process.env.CASEBOOK_BENCH_PROFILE ?? "";
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_US });

let records = false;
process.on("SIGUSR2", async () => {
  records = !records;
  if (records) await session.post("Profiler.start");
  else {
    const { profile } = await session.post("Profiler.stop");
    writeFileSync(file, JSON.stringify(profile));
    console.log("profile written");
  }
});

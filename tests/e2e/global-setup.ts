import { mkdir, writeFile } from "node:fs/promises";
import { DEMO_PORT, SERVER_FILE, startDemo } from "./server-file";

/** Starts the demo once for all browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop, ...file } = await startDemo(DEMO_PORT);
  await mkdir("test-results", { recursive: true });
  await writeFile(SERVER_FILE, JSON.stringify(file));
  return stop;
}

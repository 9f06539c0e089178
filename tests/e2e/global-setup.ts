import { mkdir, writeFile } from "node:fs/promises";
import { createPlace, startServer, stopServer } from "../support/server";
import { SERVER_FILE, type ServerFile } from "./server-file";

const PORT = 3210;

/** Starts the demo once for all browser tests, on a database of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const place = await createPlace();
  const server = await startServer(place, { port: PORT, flags: ["--demo"] });
  const { url, data_dir, agent_key, settings } = server;
  const file: ServerFile = { url, data_dir, agent_key: agent_key ?? "", settings };
  await mkdir("test-results", { recursive: true });
  await writeFile(SERVER_FILE, JSON.stringify(file));
  return async () => {
    await stopServer(server);
    await place.drop();
  };
}

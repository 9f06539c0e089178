import { createPlace, startServer, stopServer } from "../support/server";

/** Where the setup leaves what tests need to know of the server it started. */
export const SERVER_FILE = "test-results/e2e-server.json";

export type ServerFile = {
  url: string;
  data_dir: string;
  agent_key: string;
  settings: Record<string, string>;
};

export const DEMO_PORT = 3210;

/** Starts a demo on a database of its own. */
export async function startDemo(port: number): Promise<ServerFile & { stop: () => Promise<void> }> {
  const place = await createPlace();
  // Browsers tie passkeys to a name: a server at an address of numbers takes none.
  const public_url = `http://localhost:${port}`;
  const server = await startServer(place, { port, flags: ["--demo"], public_url });
  const { url, data_dir, agent_key, settings } = server;
  const stop = async () => {
    await stopServer(server);
    await place.drop();
  };
  return { url, data_dir, agent_key: agent_key ?? "", settings, stop };
}

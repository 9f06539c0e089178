import { expect, test } from "@playwright/test";
import { createPlace, processesOf, startServer, stopServer, type TestServer } from "../support/server";

const PORT = 3211;
const WRITERS = 3;
const WRITES_BETWEEN = 15;
const LOG_SHOWN = 8_000;

/** Writes one memory after the other until it is stopped; keeps the ids of those that were acknowledged. */
async function write(
  server: TestServer,
  writer: number,
  acknowledged: string[],
  isOver: () => boolean,
): Promise<void> {
  for (let at = 0; !isOver(); at++) {
    const statement = `Rule ${writer}-${at}: berth ${at} of pier ${writer} has depth ${at % 7} metres.`;
    const response = await fetch(`${server.url}/api/v1/memories`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.agent_key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ kind: "fact", scope: "agent", statement }),
    }).catch(() => null);
    if (response?.status !== 201) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const answer = (await response.json().catch(() => null)) as { memory?: { id: string } } | null;
    if (answer?.memory) acknowledged.push(answer.memory.id);
  }
}

async function get<T>(server: TestServer, path: string): Promise<T> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${server.agent_key}` },
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

test("no acknowledged write is lost and no job stays undone when web, worker and database are killed", async () => {
  test.setTimeout(300_000);
  const place = await createPlace();
  let server = await startServer(place, { port: PORT, flags: ["--demo"] });
  try {
    const acknowledged: string[] = [];
    const first_key = server.agent_key;
    let over = false;
    const writing = Array.from({ length: WRITERS }, (_, writer) =>
      write(server, writer, acknowledged, () => over),
    );
    // By what was acknowledged, not by the clock: a slow machine only takes longer.
    const untilMore = async () => {
      const before = acknowledged.length;
      await expect
        .poll(() => acknowledged.length, { timeout: 60_000 })
        .toBeGreaterThan(before + WRITES_BETWEEN);
    };
    await untilMore();
    const { web, worker, database } = await processesOf(server);
    process.kill(worker, "SIGKILL");
    await untilMore();
    process.kill(web, "SIGKILL");
    // It comes back by itself, and the writers go on.
    await untilMore();

    if (database !== null) {
      const ended = new Promise<number | null>((resolve) => server.start.once("exit", resolve));
      process.kill(database, "SIGKILL");
      expect(await ended).toBe(1);
    }
    over = true;
    await Promise.all(writing);
    if (database === null) await stopServer(server);

    server = await startServer(place, { port: PORT, flags: ["--demo"] });
    expect(first_key).toMatch(/^cb_/);
    expect(server.agent_key).toBe(first_key);
    const missing: string[] = [];
    for (const id of acknowledged) {
      const found = await get<{ id: string }>(server, `/memories/${id}`).catch(() => null);
      if (found?.id !== id) missing.push(id);
    }
    expect(missing).toEqual([]);

    // Every memory gets its vector, although the worker was killed in the middle.
    const left = async () => (await get<{ unembedded: number }>(server, "/memories/stats")).unembedded;
    await expect.poll(left, { timeout: 180_000, intervals: [2_000] }).toBe(0);
  } finally {
    // Shown when the test fails: why it did not come back is known to the server alone.
    await test.info().attach("server", { body: server.log().slice(-LOG_SHOWN), contentType: "text/plain" });
    await stopServer(server);
    await place.drop();
  }
});

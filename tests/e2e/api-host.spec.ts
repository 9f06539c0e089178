import { type ApiProcess, startApi } from "../support/api-host";
import { makePrograms, type Programs } from "../support/programs";
import { comparable, overTheRegistry, overTheTransports, send, type Wire } from "../support/same-answers";
import { expect, server, test } from "./fixtures";

/** Others change the demo meanwhile; what differs every time is another answer. */
const ATTEMPTS = 4;

let programs: Programs;
let api: ApiProcess;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  programs = await makePrograms();
  api = await startApi(programs, server().settings);
});
test.afterAll(async () => {
  await api?.stop();
  await programs?.remove();
});

const portOf = (url: string) => Number(new URL(url).port);

async function expectSameAnswers(wires: readonly Wire[]): Promise<void> {
  const web = portOf(server().url);
  for (const wire of wires)
    for (let attempt = 1; ; attempt++) {
      const [ofWeb, ofApi] = [comparable(await send(web, wire)), comparable(await send(api.port, wire))];
      if (attempt < ATTEMPTS && JSON.stringify(ofWeb.body) !== JSON.stringify(ofApi.body)) continue;
      expect(ofApi, wire.name).toEqual(ofWeb);
      break;
    }
}

test("the API host answers every operation as the web process does", async () => {
  test.setTimeout(600_000);
  const wires = await overTheRegistry({ port: portOf(server().url), key: server().agent_key });
  expect(wires.length).toBeGreaterThan(200);
  await expectSameAnswers(wires);
});

test("the API host refuses, limits and packs as the web process does", async () => {
  test.setTimeout(300_000);
  await expectSameAnswers(overTheTransports({ key: server().agent_key }));
});

test("the API host serves no page", async () => {
  for (const path of ["/", "/memories", "/sign-in", "/api/docs", "/api/auth/session"]) {
    const { status, headers } = await send(api.port, { name: path, method: "GET", path });
    expect(status, path).toBe(404);
    expect(headers["content-type"], path).toBe("application/problem+json");
  }
});

import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { watchConnections } from "@/lib/doors/limits/connections";
import { stopServing, watchForStop } from "@/lib/doors/limits/stopping";

it("ends a connection whose answer had begun before the stop as soon as that is whole", async () => {
  watchConnections();
  watchForStop();
  const answering: ServerResponse[] = [];
  const server = createServer((_, response) => {
    response.writeHead(200);
    response.write("begun, ");
    answering.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(() => received).toContain("begun");
  expect(received).toMatch(/connection: keep-alive/i);

  const stopped = stopServing();
  answering[0]?.end("ended");
  // Otherwise it is kept for KEEP_ALIVE_SECONDS, and the stop waits for its limit of 20 s.
  await Promise.all([stopped, ended]);
  expect(received).toContain("ended");
}, 10_000);

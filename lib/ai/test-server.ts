import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";

/** A request as the stand-in for a model server saw it. */
export type SeenRequest = { url: string; authorization: string | undefined; body: Record<string, unknown> };

/** An object is sent as JSON; a function answers by itself. */
export type Reply = Record<string, unknown> | ((response: ServerResponse) => void);

/** A real HTTP server on the loopback interface that stands in for a model server in tests. */
export async function startModelServer(
  answer: (request: SeenRequest, count: number) => Reply,
): Promise<{ base_url: string; host: string; requests: SeenRequest[]; stop(): Promise<void> }> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const seen = {
      url: request.url ?? "",
      authorization: request.headers.authorization,
      body: z.record(z.string(), z.unknown()).parse(JSON.parse(await read(request))),
    };
    requests.push(seen);
    const reply = answer(seen, requests.length);
    if (typeof reply === "function") reply(response);
    else sendJson(200, JSON.stringify(reply))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const host = `127.0.0.1:${address.port}`;
  return {
    base_url: `http://${host}/v1`,
    host,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers a status with a JSON text, without the client's usual pause before a retry. */
export function sendJson(status: number, json: string): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after-ms": "1" });
    response.end(json);
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

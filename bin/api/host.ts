import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { watchConnections } from "@/lib/doors/limits/connections";
import { stopServing, watchForStop } from "@/lib/doors/limits/stopping";
import { problemResponse } from "@/lib/doors/problem-response";
import { SECURITY_HEADERS } from "@/lib/doors/security-headers";
import { newId } from "@/lib/kernel/ids";
import { compressed } from "./compress";
import { answerApi } from "./routes";

export type ApiHost = { port: number; stop(): Promise<void> };

/** Serves the API on Node's own HTTP server. */
export async function listenApi({ port, host }: { port: number; host: string }): Promise<ApiHost> {
  watchConnections();
  watchForStop();
  // The name in Host is checked where requests are answered, and need not be one of which an address can be made.
  const handle = createRequestListener(answerCompressed, {
    host: "localhost",
    protocol: "http:",
    onError: (error) => problemResponse(error, newId()),
  });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    handle(request, response);
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: portOf(server) ?? port,
    async stop() {
      await stopServing();
      // One that was never asked anything is known to nobody but us.
      server.close();
    },
  };
}

async function answerCompressed(request: Request): Promise<Response> {
  return compressed(request, await answerApi(request));
}

/** The port that a server listens on. */
function portOf(server: Server): number | null {
  const address = server.address();
  if (address === null || typeof address === "string") return null;
  return address.port;
}

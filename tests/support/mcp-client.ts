import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { handleMcp } from "@/lib/doors/mcp";
import type { TestDatabase } from "./database";
import { partsOf } from "./parts";

/** The address of the MCP transport, as {@link mcpFetch} answers for it. */
export const MCP_ADDRESS = "http://localhost:3000/api/mcp";

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A fetch without a network: what a client sends goes straight to the handler. */
export function mcpFetch(database: TestDatabase): Fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set("host", "localhost:3000");
    return handleMcp(request, partsOf(database));
  };
}

/** A client that has connected with a key, by the network unless it has a `fetch` of its own. */
export async function connectMcp({
  url,
  key,
  mode = "auto",
  fetch,
}: {
  url: string;
  key: string;
  mode?: "auto" | "legacy";
  fetch?: Fetch;
}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit }));
  return client;
}

import { handleMcp } from "@/lib/doors/mcp";
import { applySettings } from "@/lib/env";
import type { TestDatabase } from "./database";
import { listen } from "./listen";
import { partsOf } from "./parts";

export type McpServers = {
  /** Where clients with a key go. */
  url: string;
  /** The same server for programs that cannot send a key: what comes here is given `key`. */
  keyed_url: string;
  close: () => Promise<void>;
};

/** The MCP transport on two free ports of this machine, and the settings that make them its own addresses. */
export async function startMcp(database: TestDatabase, key: () => string): Promise<McpServers> {
  const handle = (request: Request) => handleMcp(request, partsOf(database));
  const open = await listen(handle);
  const keyed = await listen((request) => {
    request.headers.set("authorization", `Bearer ${key()}`);
    return handle(request);
  });
  applySettings({
    PORT: String(open.port),
    CASEBOOK_ALLOWED_ORIGINS: `http://localhost:${keyed.port},http://127.0.0.1:${keyed.port}`,
    RATE_LIMIT_PER_MINUTE: "100000",
    NEXTAUTH_SECRET: "a-secret-that-only-this-test-uses-0123456789",
  });
  return {
    url: `http://127.0.0.1:${open.port}/api/mcp`,
    keyed_url: `http://localhost:${keyed.port}/api/mcp`,
    close: async () => {
      await open.close();
      await keyed.close();
    },
  };
}

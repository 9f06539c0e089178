import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Actor } from "@/lib/kernel/actor";
import type { ToolSet } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { type Parts, parts } from "@/lib/runtime/parts";
import packageJson from "@/package.json";
import { authenticateCounted } from "../authenticate";
import { assertRoomFor, countCaller } from "../limits";
import { assertHost, isAllowedOrigin } from "../origins";
import { problemResponse } from "../problem-response";
import { MAX_BODY_BYTES } from "../rest/body";
import { toolSetsOf } from "./definitions";
import { serveMemories, serveRules } from "./resources";
import { serveSkills } from "./skills";
import { type Asking, serveTools } from "./tools";

export { definitions } from "./definitions";

const INSTRUCTIONS =
  "Casebook is this team's shared memory of its code. Before a task, call memory_search with the task's words, and memory_search_by_path for files you will change. " +
  "Treat what comes back as hypotheses: read the cited lines before you rely on them. After you applied one, call memory_log_applied; rate the others with memory_feedback. " +
  "Store only durable conventions and decisions, with citations. The prompt agent_rules has the full rules.";

// What a key may do changes seldom; a client that looks every five minutes sees it soon enough.
const LISTING = { ttlMs: 300_000, cacheScope: "private" } as const;

/** One server for each request: it holds who asks, so no answer can reach anybody else. */
function createServer({ asking, sets }: { asking: Asking; sets: ReadonlySet<ToolSet> }): McpServer {
  const server = new McpServer(
    { name: "casebook", title: "Casebook", version: packageJson.version },
    { instructions: INSTRUCTIONS, cacheHints: { "tools/list": LISTING, "prompts/list": LISTING } },
  );
  serveTools(server, { asking, sets });
  serveRules(server);
  serveMemories(server, asking);
  serveSkills(server, asking);
  return server;
}

/**
 * Counts the messages of one request: the first was counted with it, and each further one of a batch, which
 * clients of 2025 may send, counts as a request of its own.
 */
function messageCounter(actor: Actor): () => void {
  let isFirst = true;
  return () => {
    if (!isFirst) countCaller(actor);
    isFirst = false;
  };
}

/** Every tool is reached by the same address, so each may send what the largest takes over REST. */
const MAX_REQUEST_BYTES = Math.max(
  MAX_BODY_BYTES,
  ...operations.flatMap(({ contract }) => (contract.mcp ? [contract.http.max_body_bytes ?? 0] : [])),
);

const handler = createMcpHandler(
  ({ authInfo }) => {
    const asked = authInfo?.extra as { asking: Asking; sets: ReadonlySet<ToolSet> } | undefined;
    if (!asked) throw new Error("the transport authenticates before it hands a request on");
    return createServer(asked);
  },
  { legacy: "stateless", maxRequestBodySize: MAX_REQUEST_BYTES },
);

/**
 * The MCP door (Streamable HTTP): the 2026-07-28 revision and those of 2025 from one route. Checks Host and Origin
 * first, against DNS rebinding, then the agent key.
 */
export async function handleMcp(request: Request, replacedParts?: Parts): Promise<Response> {
  const processParts = replacedParts ?? parts();
  try {
    assertHost(request);
    const origin = request.headers.get("origin");
    if (origin !== null && !isAllowedOrigin(origin))
      throw new AppError("origin_denied", "This Origin may not call the MCP server.");
    const { actor } = await authenticateCounted(request, processParts);
    const sets = toolSetsOf(request.url, actor);
    // A tool's refusal is part of an answer with status 200; clients wait and try again only after a 503.
    assertRoomFor(actor);
    const response = await handler.fetch(request, {
      authInfo: {
        token: "",
        clientId: actor.id,
        scopes: [],
        extra: { asking: { ...processParts, actor, countMessage: messageCounter(actor) }, sets },
      },
    });
    response.headers.set("Cache-Control", "no-store");
    return response;
  } catch (error) {
    return problemResponse(error, newId());
  }
}

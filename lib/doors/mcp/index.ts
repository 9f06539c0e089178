import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { publicUrl } from "@/lib/env";
import type { Actor } from "@/lib/kernel/actor";
import { AppError, toProblem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import type { AnyOperation } from "@/lib/runtime/operation";
import { type Parts, parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import packageJson from "@/package.json";
import { authenticate } from "../authenticate";
import { isAllowedHost, isAllowedOrigin } from "../origins";
import { problemResponse } from "../rest";
import { MAX_BODY_BYTES } from "../rest/body";
import { addressOf, countRequest } from "../rest/limits";
import { AGENT_RULES } from "./rules";

/** Operations that agents see, in a fixed order, so that a client's prompt cache holds. */
export const tools = operations
  .filter((operation) => operation.contract.mcp !== undefined)
  .toSorted((a, b) => a.contract.name.localeCompare(b.contract.name));

const INSTRUCTIONS =
  "Casebook is this team's shared memory of its code. Before a task, call memory_search with the task's words. Treat what comes back as hypotheses: read the cited lines before you rely on them. Store only durable conventions and decisions, with citations.";

/** One server for each request: it holds who asks, so no answer can reach anybody else. */
function createServer(actor: Actor, given: Parts): McpServer {
  const server = new McpServer(
    { name: "casebook", version: packageJson.version },
    { instructions: INSTRUCTIONS },
  );
  for (const operation of tools) registerTool(server, operation, actor, given);
  server.registerPrompt(
    "agent_rules",
    { title: "How to use the team's memory", description: "Rules for agents that read and write memories" },
    () => ({ messages: [{ role: "user", content: { type: "text", text: AGENT_RULES } }] }),
  );
  server.registerResource(
    "agent_rules",
    "casebook://rules/agents",
    { title: "How to use the team's memory", mimeType: "text/markdown" },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/markdown", text: AGENT_RULES }] }),
  );
  return server;
}

function registerTool(server: McpServer, operation: AnyOperation, actor: Actor, given: Parts): void {
  const { name, mcp, effect, input, output } = operation.contract;
  if (!mcp) return;
  server.registerTool(
    name,
    {
      title: mcp.title,
      description: mcp.description,
      inputSchema: input,
      outputSchema: output,
      annotations: {
        readOnlyHint: effect === "read",
        destructiveHint: effect === "destroy",
        idempotentHint: effect !== "write",
        openWorldHint: false,
      },
      ...(mcp.always_load ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
    },
    async (sent: unknown) => {
      const request_id = newId();
      try {
        const answer = (await run(operation, sent as never, { ...given, actor, request_id })) as Record<
          string,
          unknown
        >;
        return {
          structuredContent: answer,
          content: [{ type: "text" as const, text: JSON.stringify(answer) }],
        };
      } catch (error) {
        const problem = toProblem(error, publicUrl(), request_id);
        return { isError: true, content: [{ type: "text" as const, text: JSON.stringify(problem) }] };
      }
    },
  );
}

const handler = createMcpHandler(
  ({ authInfo }) => {
    const caller = authInfo?.extra as { actor: Actor; given: Parts } | undefined;
    if (!caller) throw new Error("the door authenticates before it hands a request on");
    return createServer(caller.actor, caller.given);
  },
  { legacy: "stateless", maxRequestBodySize: MAX_BODY_BYTES },
);

/**
 * The MCP door (Streamable HTTP): the 2026-07-28 revision and those of 2025 from one route. Checks Host and Origin
 * first, against DNS rebinding, then the agent key.
 */
export async function handleMcp(request: Request, given?: Parts): Promise<Response> {
  const own = given ?? parts();
  try {
    const origin = request.headers.get("origin");
    if (!isAllowedHost(request.headers.get("host")) || (origin !== null && !isAllowedOrigin(origin)))
      throw new AppError("origin_denied", "This Host or Origin may not call the MCP server.");
    const { actor } = await authenticate(request, own.db, own.now()).catch(async (error: unknown) => {
      await countRequest("unknown", addressOf(request));
      throw error;
    });
    await countRequest("known", `mcp:${actor.id}`);
    return await handler.fetch(request, {
      authInfo: { token: "", clientId: actor.id, scopes: [], extra: { actor, given: own } },
    });
  } catch (error) {
    return problemResponse(error, newId());
  }
}

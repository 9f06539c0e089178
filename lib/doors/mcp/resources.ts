import {
  type McpServer,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { inertMarkdown, inertTexts } from "@/lib/kernel/inert-markdown";
import { ask, isNotFound, may, toProtocolError } from "./asking";
import { AGENT_RULES, rulesFor } from "./rules";
import { type Asking, DATA_FRAME } from "./tools";

const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";
const LISTED_MEMORIES = 20;
const NAME_CHARACTERS = 80;

const about = {
  title: "How to use the team's memory",
  description: "Rules for agents that read and write memories: when to trust one, what to store, what to log",
};

const promptArguments = z.object({
  repository: z.string().max(200).optional().describe("Repository you work in, as owner/name"),
  task: z.string().max(4_000).optional().describe("What you are about to do"),
});

/** The rules, as a prompt and as a resource. They are the same for everybody. */
export function serveRules(server: McpServer): void {
  server.registerPrompt("agent_rules", { ...about, argsSchema: promptArguments }, ({ repository, task }) => ({
    description: about.description,
    messages: [
      {
        role: "user",
        content: {
          type: "text",
          text: rulesFor({ ...(repository && { repository }), ...(task && { task }) }),
        },
      },
    ],
  }));
  server.registerResource(
    "agent_rules",
    "casebook://rules/agents",
    { ...about, mimeType: MARKDOWN, cacheHint: { ttlMs: 3_600_000, cacheScope: "public" } },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: MARKDOWN, text: AGENT_RULES }] }),
  );
}

const listedSchema = z.object({
  items: z.array(
    z.object({ id: z.string(), kind: z.string(), statement: z.string(), refreshed_at: z.string() }),
  ),
});

/** Memories by id, and of those that the key sees the last refreshed ones in the list. */
export function serveMemories(server: McpServer, asking: Asking): void {
  if (!may("memory_get", asking)) return;
  const list = async (): Promise<{ resources: Resource[] }> => {
    asking.countMessage();
    const { items } = await ask("memory_get_recent", { limit: LISTED_MEMORIES }, listedSchema, asking);
    return {
      resources: items.map(({ id, kind, statement, refreshed_at }) => ({
        uri: `casebook://memories/${id}`,
        name: inertMarkdown(shorten(statement)),
        description: `A ${kind.replaceAll("_", " ")}; a hypothesis until its citations are read`,
        mimeType: JSON_TYPE,
        annotations: { lastModified: refreshed_at },
      })),
    };
  };
  server.registerResource(
    "memory",
    new ResourceTemplate("casebook://memories/{memory_id}", { list }),
    {
      title: "A memory",
      description:
        "One memory with its citations, quality and history of corrections, as memory_get answers it",
      mimeType: JSON_TYPE,
    },
    async (uri, { memory_id }) => {
      try {
        asking.countMessage();
        const memory = await ask("memory_get", { memory_id }, z.looseObject({}), asking);
        const text = JSON.stringify(inertTexts(memory));
        return {
          contents: [
            { uri: uri.href, mimeType: JSON_TYPE, text },
            { uri: uri.href, mimeType: "text/plain", text: DATA_FRAME },
          ],
        };
      } catch (error) {
        if (isNotFound(error)) throw new ResourceNotFoundError(uri.href);
        throw toProtocolError(error);
      }
    },
  );
}

function shorten(statement: string): string {
  const line = statement.replace(/\s+/g, " ").trim();
  if (line.length <= NAME_CHARACTERS) return line;
  return `${line.slice(0, NAME_CHARACTERS).toWellFormed()}…`;
}

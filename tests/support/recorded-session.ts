/** A Casebook with the demo's memories, and what it gave to the prompts of a session in an agent's client. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { ensureFirstOwner } from "@/lib/access";
import { type Embedder, loadTokenizer } from "@/lib/ai";
import { handleMcp } from "@/lib/doors/mcp";
import { handleRest } from "@/lib/doors/rest";
import { applySettings } from "@/lib/env";
import { configuredEmbedder } from "@/lib/runtime/parts";
import { loadDemo } from "@/prisma/seed";
import { type AgentClient, type ClientName, startClaude, startCodex } from "./agent-clients";
import { type AgentModel, startAgentModel } from "./agent-model";
import type { TestDatabase } from "./database";
import { listen } from "./listen";
import { partsOf } from "./parts";

const CLIENTS = { claude: startClaude, codex: startCodex };

/** A hook's event with what Casebook answered to it. */
export type Exchange = {
  session_id: string;
  event: string;
  prompt: string;
  context: string;
  memory_ids: string[];
  /** What the ledger says of the pack; null where nothing was recorded. */
  outcome: string | null;
  /** How many relevant memories were left out because the context window had them. */
  delivered_before: number;
};

export type DemoCasebook = {
  model: AgentModel;
  statements: ReadonlyMap<string, string>;
  /** Plays a session in a client; `exchanges` are added to as they come. @returns what the client printed. */
  record(session: {
    name: ClientName;
    program: string;
    exchanges: Exchange[];
    play: (client: AgentClient) => Promise<void>;
  }): Promise<string>;
  /** How a session ended; null while it is open. */
  endOf(session_id: string): Promise<string | null>;
  close(): Promise<void>;
};

export async function startDemoCasebook(database: TestDatabase): Promise<DemoCasebook> {
  const root = mkdtempSync(path.join(tmpdir(), "casebook-sessions-"));
  const demo_dir = path.join(root, "demo");
  applySettings({
    CASEBOOK_REPOSITORY_ROOTS: demo_dir,
    CASEBOOK_DATA_DIR: root,
    RATE_LIMIT_PER_MINUTE: "100000",
  });
  const { db } = database;
  await ensureFirstOwner(db, {
    slug: "demo",
    name: "Harbor (demo)",
    email: "owner@localhost",
    person: "Owner",
    enabled: true,
  });
  const key = await loadDemo({ db, data_dir: root, demo_dir, say: () => undefined });
  const embedder = configuredEmbedder();
  await embedder?.embed(["warm"]);
  const model = await startAgentModel();
  return {
    model,
    statements: await statementsOf(database),
    async record({ name, program, exchanges, play }) {
      const server = await listenAndRecord({ database, embedder, exchanges });
      applySettings({ PORT: String(server.port) });
      const folder = path.join(root, `${name}-copy`);
      const home = path.join(root, `${name}-home`);
      if (!existsSync(folder)) cloneAs(path.join(demo_dir, "harbor"), folder);
      mkdirSync(home, { recursive: true });
      try {
        const casebook = { url: `http://127.0.0.1:${server.port}`, key };
        await warmUp(casebook);
        exchanges.length = 0;
        const client = await CLIENTS[name]({ program, folder, home, casebook, model_url: model.url });
        await play(client);
        const output = await client.end();
        // The client does not wait for the event that ends its session.
        await vi.waitUntil(() => exchanges.some(({ event }) => event === "SessionEnd"), { timeout: 30_000 });
        return output;
      } finally {
        await server.close();
      }
    },
    async endOf(session_id) {
      const organization_id = await organizationOf(database.db);
      const session = await db.agent_session.findFirstOrThrow({ where: { organization_id, session_id } });
      return session.ended_by;
    },
    async close() {
      model.close();
      await embedder?.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What is loaded with the first question takes longer than a hook waits, which then skips the server for a minute. */
async function warmUp({ url, key }: { url: string; key: string }): Promise<void> {
  for (const hook_event_name of ["SessionStart", "UserPromptSubmit"])
    await fetch(`${url}/api/v1/hooks/claude-code`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ hook_event_name, session_id: "warm-up", prompt: "Warm up the berths" }),
    });
  await loadTokenizer();
}

/** A working copy whose remote has the name under which the demo registered the repository. */
function cloneAs(source: string, folder: string): void {
  execFileSync("git", ["clone", "--quiet", source, folder]);
  const remote = "https://git.example.test/harbor/service.git";
  execFileSync("git", ["-C", folder, "remote", "set-url", "origin", remote]);
}

/** The demo is the only organization of this database. */
async function organizationOf(db: TestDatabase["db"]): Promise<string> {
  const { id } = await db.organization.findFirstOrThrow({ select: { id: true } });
  return id;
}

async function statementsOf(database: TestDatabase): Promise<Map<string, string>> {
  const organization_id = await organizationOf(database.db);
  const rows = await database.db.memory.findMany({
    where: { organization_id },
    select: { id: true, statement: true },
  });
  return new Map(rows.map(({ id, statement }) => [id, statement]));
}

/** Casebook's API, which keeps what hooks sent and were answered. */
function listenAndRecord({
  database,
  embedder,
  exchanges,
}: {
  database: TestDatabase;
  embedder: Embedder | null;
  exchanges: Exchange[];
}) {
  const parts = partsOf(database, { embedder });
  return listen(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/mcp")) return handleMcp(request, parts);
    if (!pathname.endsWith("/hooks/claude-code")) return handleRest(request, parts);
    const event: Sent = await request.clone().json();
    const received = new Date();
    const response = await handleRest(request, parts);
    exchanges.push(await exchangeOf(database, { event, received, answer: await response.clone().json() }));
    return response;
  });
}

type Sent = {
  session_id: string;
  hook_event_name: string;
  prompt?: string;
  tool_input?: { prompt?: string };
};
type Answered = {
  hookSpecificOutput?: { additionalContext?: string; updatedInput?: { prompt?: string } };
};

async function exchangeOf(
  { db }: TestDatabase,
  { event, received, answer }: { event: Sent; received: Date; answer: Answered },
): Promise<Exchange> {
  const { session_id } = event;
  const { additionalContext, updatedInput } = answer.hookSpecificOutput ?? {};
  const prompt = event.prompt ?? event.tool_input?.prompt ?? "";
  const organization_id = await organizationOf(db);
  // Empty packs are in the ledger as well, but their answers do not name the recall.
  const recall = await db.recall.findFirst({
    where: { organization_id, session_id, at: { gte: received } },
    include: { candidates: { orderBy: { position: "asc" } } },
  });
  const candidates = recall?.candidates ?? [];
  return {
    session_id,
    event: event.hook_event_name,
    prompt,
    context: additionalContext ?? updatedInput?.prompt?.slice(prompt.length).trim() ?? "",
    memory_ids: candidates.filter(({ place }) => place !== "out").map(({ memory_id }) => memory_id),
    outcome: recall?.outcome ?? null,
    delivered_before: candidates.filter(({ reason }) => /delivered in this session/.test(reason)).length,
  };
}

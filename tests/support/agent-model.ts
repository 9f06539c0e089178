/** A stand-in for the models of Claude Code and Codex on this machine: keeps what it is sent, and answers a few words. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type AgentModel = {
  url: string;
  /** Every text of every request, in the order in which they came. */
  texts: string[];
  close(): void;
};

const ANSWER = "Done.";
/** A prompt that begins so makes the model hand the rest to a subagent. */
export const DELEGATE = "Delegate: ";
/** An agent that the client may start. */
export const SUBAGENT = "builder";

export async function startAgentModel(): Promise<AgentModel> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const url = request.url ?? "";
      const text = Buffer.concat(parts).toString("utf8");
      const body: unknown = text === "" ? {} : JSON.parse(text);
      if (url.includes("count_tokens")) send(response, { input_tokens: 10 });
      else if (url.startsWith("/v1/messages")) answerMessages(response, body);
      else if (url.startsWith("/v1/responses")) stream(response, RESPONSES);
      else response.writeHead(404).end("{}");
      texts.push(...stringsOf(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    texts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(stringsOf);
  return [];
}

type Event = { type: string } & Record<string, unknown>;

function stream(response: ServerResponse, events: readonly Event[]): void {
  response.setHeader("content-type", "text/event-stream");
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

function send(response: ServerResponse, body: unknown): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
}

const ITEM = {
  type: "message",
  id: "item_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: ANSWER, annotations: [] }],
};
const RESPONSES: readonly Event[] = [
  { type: "response.created", response: { id: "response_1" } },
  { type: "response.output_item.added", output_index: 0, item: { ...ITEM, content: [] } },
  { type: "response.output_item.done", output_index: 0, item: ITEM },
  {
    type: "response.completed",
    response: {
      id: "response_1",
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 13,
      },
    },
  },
];

type Block = { type: string; text?: string; name?: string; input?: Record<string, unknown> };
type Request = {
  stream?: boolean;
  tools?: { name: string }[];
  messages?: { role: string; content: string | Block[] }[];
};

function answerMessages(response: ServerResponse, body: unknown): void {
  const request = body as Request;
  const block = blockFor(request);
  const stop_reason = block.type === "tool_use" ? "tool_use" : "end_turn";
  const message = {
    id: "message_1",
    type: "message",
    role: "assistant",
    model: "stand-in",
    content: [] as unknown[],
    stop_reason: null as string | null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
  if (request.stream !== true) {
    send(response, { ...message, content: [block], stop_reason });
    return;
  }
  const { input, text, ...rest } = block;
  const delta =
    input === undefined
      ? { type: "text_delta", text }
      : { type: "input_json_delta", partial_json: JSON.stringify(input) };
  stream(response, [
    { type: "message_start", message },
    {
      type: "content_block_start",
      index: 0,
      content_block: input === undefined ? { ...rest, text: "" } : { ...rest, input: {} },
    },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 3 } },
    { type: "message_stop" },
  ]);
}

/** A few words; for a prompt to delegate, the tool that starts a subagent. */
function blockFor({ messages = [], tools = [] }: Request): Block & { id?: string } {
  const asked = messages.filter(({ role }) => role !== "system").at(-1);
  const texts = asked?.role === "user" ? stringsOf(asked.content) : [];
  const prompt = texts.find((text) => text.startsWith(DELEGATE))?.slice(DELEGATE.length);
  const tool = tools.find(({ name }) => name === "Agent" || name === "Task");
  if (prompt === undefined || tool === undefined) return { type: "text", text: ANSWER };
  const input = {
    description: "a part of it",
    prompt,
    subagent_type: SUBAGENT,
    run_in_background: false,
  };
  return { type: "tool_use", id: "tool_1", name: tool.name, input };
}

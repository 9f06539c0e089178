import { createLanguageModel, type LanguageModel } from "@/lib/ai";
import { type Reply, type SeenRequest, startModelServer } from "@/lib/ai/test-server";

/** What a model answers, in the protocol's words; a value is sent as JSON. */
export function completion(answer: unknown, more: { finish_reason?: string; refusal?: string } = {}): Reply {
  const { finish_reason = "stop", refusal = null } = more;
  const content = typeof answer === "string" ? answer : JSON.stringify(answer);
  return {
    choices: [{ index: 0, finish_reason, message: { role: "assistant", content, refusal } }],
    usage: { prompt_tokens: 1_000, completion_tokens: 100 },
  };
}

/** The text that a question put before the model, without its role. */
export function promptOf({ body }: SeenRequest): string {
  const { messages } = body;
  if (!Array.isArray(messages)) return "";
  const [, user] = messages as { content?: unknown }[];
  if (typeof user?.content === "string") return user.content;
  return "";
}

export type ServedModel = {
  language_model: LanguageModel | null;
  id: string;
  requests: SeenRequest[];
  stop(): Promise<void>;
};

/** A language model behind a real server on this machine, which answers what a test wants, within half a second. */
export async function serveModel(
  answer: (request: SeenRequest, count: number) => Reply,
): Promise<ServedModel> {
  const server = await startModelServer(answer);
  const language_model = createLanguageModel({
    provider: "openai",
    base_url: server.base_url,
    api_key: "a-key",
    model: "toy",
    timeout_ms: 500,
    price: { input: 1, output: 10 },
  });
  return {
    language_model,
    id: `openai:${server.host}/toy`,
    requests: server.requests,
    stop: server.stop,
  };
}

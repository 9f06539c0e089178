import { z } from "zod";
import { AiError, type Embedder, type LanguageModel, type Reranker } from "@/lib/ai";
import { mailProblem, mailServer, verifyMail } from "@/lib/notifications";
import { log } from "@/lib/telemetry/log";
import type { Service, ServiceTest } from "./contract";

type Models = {
  embedder: Embedder | null;
  language_model: LanguageModel | null;
  reranker?: Reranker | null;
};

type Found = Pick<ServiceTest, "state" | "found" | "remedy">;
type Probe = {
  id: string | null;
  asked: string;
  off: Pick<Found, "found" | "remedy">;
  ask: () => Promise<string>;
};

const LIMIT_MS = 20_000;

/** Asks a service something small. Never rejects: what failed is said, with what to do, and without any secret. */
export async function testService(service: Service, models: Models): Promise<ServiceTest> {
  const { id, asked, off, ask } = PROBES[service](models);
  const started = performance.now();
  const testOf = (found: Found): ServiceTest => ({
    service,
    id,
    asked,
    ms: Math.round(performance.now() - started),
    ...found,
  });
  if (id === null) return testOf({ state: "off", ...off });
  try {
    return testOf({ state: "ok", found: await within(ask()), remedy: null });
  } catch (error) {
    log().info({ err: error, service }, "the test of a service failed");
    return testOf({ state: "failed", ...problemOf(service, error) });
  }
}

class Late extends Error {}

function within<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Late()), LIMIT_MS).unref();
  });
  return Promise.race([work, late]);
}

const SETTINGS_OF: Record<Service, string> = {
  embedder: "EMBEDDING_BASE_URL, EMBEDDING_MODEL and EMBEDDING_API_KEY",
  language_model: "LANGUAGE_MODEL_BASE_URL, LANGUAGE_MODEL and LANGUAGE_MODEL_API_KEY",
  reranker: "RERANK_BASE_URL, RERANK_MODEL and RERANK_API_KEY",
  mail: "CASEBOOK_SMTP_URL",
};

function problemOf(service: Service, error: unknown): Pick<Found, "found" | "remedy"> {
  const restart = `Check ${SETTINGS_OF[service]} on the server, and restart it.`;
  if (error instanceof Late)
    return {
      found: `No answer within ${LIMIT_MS / 1_000} s.`,
      remedy: `Check whether it is overloaded or unreachable from this server. ${restart}`,
    };
  if (error instanceof AiError) return { found: error.message, remedy: restart };
  if (service === "mail") return mailProblem(error);
  return { found: "The test itself failed; the reason is in the server's log.", remedy: restart };
}

const wordSchema = z.object({ word: z.string() });

const PROBES: Record<Service, (models: Models) => Probe> = {
  embedder: ({ embedder }) => ({
    id: embedder?.id ?? null,
    asked: "Embed one sentence.",
    off: {
      found: "None is configured; search is by words only.",
      remedy: "Set EMBEDDING_PROVIDER on the server, and restart it.",
    },
    ask: async () => {
      const [vector] = (await embedder?.embed(["Every berth has a depth."])) ?? [];
      const { dimensions } = embedder ?? {};
      if (vector?.length !== dimensions)
        throw new AiError(
          "invalid_response",
          `It returned vectors of ${vector?.length ?? 0} numbers instead of ${dimensions}; set EMBEDDING_DIMENSIONS to the model's number.`,
        );
      return `It answered with ${dimensions} numbers.`;
    },
  }),
  language_model: ({ language_model }) => ({
    id: language_model?.id ?? null,
    asked: "Answer one word, as JSON in a given format.",
    off: {
      found: "None is configured; rules are used instead.",
      remedy: "Set LANGUAGE_MODEL_BASE_URL on the server, and restart it.",
    },
    ask: async () => {
      const answer = await language_model?.generate(
        {
          system: "You answer in JSON.",
          prompt: 'Answer {"word": "casebook"}.',
          schema: wordSchema,
          schema_name: "word",
          max_output_tokens: 50,
        },
        { signal: AbortSignal.timeout(LIMIT_MS - 1_000) },
      );
      const tokens = (answer?.usage.input_tokens ?? 0) + (answer?.usage.output_tokens ?? 0);
      return `It answered in the requested format, with ${tokens} tokens.`;
    },
  }),
  reranker: ({ reranker }) => ({
    id: reranker?.id ?? null,
    asked: "Order two sentences by how well they answer a question.",
    off: {
      found: "None is configured; the order is by meaning and words.",
      remedy: "Set RERANK_BASE_URL on the server, and restart it.",
    },
    ask: async () => {
      const [first] =
        (await reranker?.rerank({
          query: "How deep is a berth?",
          documents: ["Prices are in euros.", "A berth is three metres deep."],
          signal: AbortSignal.timeout(LIMIT_MS - 1_000),
        })) ?? [];
      if (first === 1) return "It put the sentence that answers the question first.";
      return "It answered, and put the sentence that answers the question last: is this a reranking model?";
    },
  }),
  mail: () => ({
    id: mailServer(),
    asked: "Connect and, if a user is configured, sign in; no e-mail is sent.",
    off: {
      found: "None is configured; no e-mail is sent.",
      remedy: "Set CASEBOOK_SMTP_URL on the server, and restart it.",
    },
    ask: async () => {
      await verifyMail();
      return "It accepts mail from this server.";
    },
  }),
};

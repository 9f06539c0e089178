import type { Embedder } from "@/lib/ai";
import { log } from "@/lib/telemetry/log";
import { causeText } from "./causes";
import type { Evidence } from "./draft-plan";

/** The evidence with what its findings' causes mean; without an embedder, or one that fails, as it was. */
export async function withVectors(
  rules: readonly Evidence[],
  { embedder, signal }: { embedder: Embedder | null; signal?: AbortSignal },
): Promise<Evidence[]> {
  if (!embedder) return [...rules];
  const findings = rules.flatMap((rule) => rule.findings);
  try {
    const vectors = await embedder.embed(findings.map(causeText), { signal });
    const byId = new Map(
      findings.flatMap(({ id }, at) => {
        const vector = vectors[at];
        return vector ? [[id, vector] as const] : [];
      }),
    );
    return rules.map((rule) => ({ ...rule, vectors: byId }));
  } catch (error) {
    signal?.throwIfAborted();
    log().warn({ err: error, findings: findings.length }, "rejections were not compared by meaning");
    return [...rules];
  }
}

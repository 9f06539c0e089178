import type { Embedder } from "@/lib/ai";
import { log } from "@/lib/telemetry/log";
import { type CauseVectors, causeTexts } from "./causes";
import type { Evidence } from "./draft-plan";
import type { DraftFinding } from "./evidence";

/** The evidence with what its findings' causes mean; without an embedder, or one that fails, as it was. */
export async function withVectors(
  rules: readonly Evidence[],
  { embedder, signal }: { embedder: Embedder | null; signal?: AbortSignal },
): Promise<Evidence[]> {
  if (!embedder) return [...rules];
  const findings = rules.flatMap((rule) => rule.findings);
  try {
    const vectors = await causeVectors(embedder, { findings, signal });
    return rules.map((rule) => ({ ...rule, vectors }));
  } catch (error) {
    signal?.throwIfAborted();
    log().warn({ err: error, findings: findings.length }, "rejections were not compared by meaning");
    return [...rules];
  }
}

/** The vectors of what was said against findings and of what they said, in one request. */
export async function causeVectors(
  embedder: Embedder,
  { findings, signal }: { findings: readonly DraftFinding[]; signal?: AbortSignal },
): Promise<CauseVectors> {
  const texts = findings.map(causeTexts);
  const vectors = await embedder.embed(
    [...texts.map(({ reason }) => reason), ...texts.map(({ issue }) => issue)],
    { signal },
  );
  return new Map(
    findings.flatMap(({ id }, at) => {
      const [reason, issue] = [vectors[at], vectors[findings.length + at]];
      return reason && issue ? [[id, { reason, issue }] as const] : [];
    }),
  );
}

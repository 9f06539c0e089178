import { log } from "@/lib/telemetry/log";

/** What an answer causes, such as recording which memories an agent was sent; it gets what was really sent. */
export type Effect<Output> = (sent: Output) => Promise<void>;

/** Where an operation leaves the effects of its answer. It commits none itself. */
export type Effects<Output> = { onSent: (effect: Effect<Output>) => void };

/** An answer whose effects are not committed yet. */
export type Answer<Output> = {
  output: Output;
  /**
   * Commits the effects for what the transport sends: the output, or the output with fewer items. Call it once; a
   * second call does nothing. Never rejects: an effect that fails is logged and hides no answer.
   */
  sent: (output: Output) => Promise<void>;
};

/** Collects the effects of one run. */
export function collectEffects<Output>({ operation }: { operation: string }): {
  effects: Effects<Output>;
  commit: Answer<Output>["sent"];
} {
  const waiting: Effect<Output>[] = [];
  return {
    effects: {
      onSent: (effect) => {
        waiting.push(effect);
      },
    },
    commit: async (sent) => {
      for (const effect of waiting.splice(0))
        await effect(sent).catch((error: unknown) =>
          log().warn({ operation, err: error }, "an effect of an answer was not recorded"),
        );
    },
  };
}

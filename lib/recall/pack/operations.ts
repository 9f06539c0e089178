import { type Compact, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { buildContext } from "./context";
import { recordPackRefusal } from "./refused";

/** Parts that say nothing of what is in the pack. */
const BESIDE_THE_PACK: ReadonlySet<string> = new Set(["tokenizer", "ledger"]);

/** What a pack may lack because a part of the server was late or is not there. */
function shortfallOf(degraded: readonly string[]): string[] {
  const parts = new Set(degraded.map((part) => part.split(":")[0] ?? part));
  const missing = [...parts].filter((part) => !BESIDE_THE_PACK.has(part));
  if (missing.length === 0) return [];
  return [`made without ${missing.join(", ")}`];
}

/** The pack says all of it; what it was made of is read with `detail: "full"`. */
const compactContext: Compact<typeof contract.contextGet> = (pack) => {
  const { recall_id, outcome, reason, context, degraded } = pack;
  if (context === "")
    return {
      outcome,
      reason: reason ?? undefined,
      ...(degraded.length !== 0 && { degraded }),
    };
  const facts = [...(recall_id === null ? [] : [`recall_id: ${recall_id}`]), ...shortfallOf(degraded)];
  return [context.trimEnd(), facts.join("; ")].filter((text) => text !== "").join("\n\n");
};

export const contextGet = defineQuery(contract.contextGet, {
  compact: compactContext,
  records: true,
  authorize: "filtered",
  read: async (context) => {
    const recalled = await buildContext(context, context.input);
    await recordPackRefusal(context, { question: context.input, recalled });
    return recalled;
  },
});

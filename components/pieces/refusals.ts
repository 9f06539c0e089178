import type { Refusal, RefusalKind } from "@/lib/access/contract";
import type { refusals } from "@/messages/compiled/refusals";
import type { PlainKey, Translate } from "@/messages/message";

type Word = PlainKey<typeof refusals>;

/** What a refusal is called, alone and in the middle of a sentence, and what changes it: keys of texts. */
export const REFUSAL_WORDS: Record<RefusalKind, { title: Word; said: Word; remedy: Word }> = {
  agent_not_allowed: {
    title: "agent_not_allowed",
    said: "agent_not_allowed_said",
    remedy: "agent_not_allowed_remedy",
  },
  agent_type_not_allowed: {
    title: "agent_type_not_allowed",
    said: "agent_type_not_allowed_said",
    remedy: "agent_type_not_allowed_remedy",
  },
  repository_not_allowed: {
    title: "repository_not_allowed",
    said: "repository_not_allowed_said",
    remedy: "repository_not_allowed_remedy",
  },
  global_not_allowed: {
    title: "global_not_allowed",
    said: "global_not_allowed_said",
    remedy: "global_not_allowed_remedy",
  },
};

/** "explore-bot as main, called Explore". */
export function refusedInWords({
  t,
  refusal: { agent, agent_type, named },
}: {
  t: Translate<typeof refusals>;
  refusal: Refusal;
}): string {
  const known = { agent: agent ?? t("a_person"), agent_type };
  if (named === null || named === agent_type) return t("refused", known);
  return t("refused_called", { ...known, called: named });
}

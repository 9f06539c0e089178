import type { Quarantined } from "@/lib/memories/contract";
import type { quarantineItem } from "@/messages/compiled/quarantine-item";
import type { PlainKey, Translate } from "@/messages/message";

type Words = Translate<typeof quarantineItem>;

/** Words for the rules, as a lead reads them. */
const RULE_WORDS: Record<string, PlainKey<typeof quarantineItem>> = {
  override: "rule_override",
  role: "rule_role",
  prompt_leak: "rule_prompt_leak",
  concealment: "rule_concealment",
  addressing: "rule_addressing",
  compliance: "rule_compliance",
  markup: "rule_markup",
  hidden_text: "rule_hidden_text",
  encoded_text: "rule_encoded_text",
  exfiltration: "rule_exfiltration",
  fetch_and_run: "rule_fetch_and_run",
  destructive: "rule_destructive",
  access: "rule_access",
  remote_content: "rule_remote_content",
  install: "rule_install",
  link: "rule_link",
  command: "rule_command",
};

export function ruleWord({ t, rule }: { t: Words; rule: string }): string {
  const known = RULE_WORDS[rule];
  return known === undefined ? rule : t(known);
}

/** Where a memory would reach, in the fewest words: "3 agents, 41 recalls". */
export function reachWords({ t, reach }: { t: Words; reach: Quarantined["reach"] }): string {
  const { agents, recalls } = reach;
  if (recalls === 0) return t("reach_none");
  return t("reach", { agents, recalls });
}

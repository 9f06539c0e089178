import { countOf } from "@/components/pieces/format";
import type { Quarantined } from "@/lib/memories/contract";

/** Words for the rules, as a lead reads them. */
const RULE_WORDS: Record<string, string> = {
  override: "Overrides instructions",
  role: "Assigns a role",
  prompt_leak: "Asks for the prompt",
  concealment: "Hides from the user",
  addressing: "Addresses the model",
  compliance: "Demands obedience",
  markup: "Role or tool markup",
  hidden_text: "Hidden characters",
  encoded_text: "Encoded message",
  exfiltration: "Leaks data",
  fetch_and_run: "Fetches and runs",
  destructive: "Deletes beyond the repository",
  access: "Changes access",
  remote_content: "Loads remote content",
  install: "Installs an unknown package",
  link: "Links to an unknown host",
  command: "Runs an unknown command",
};

export const ruleWord = (rule: string) => RULE_WORDS[rule] ?? rule;

/** Where a memory would reach, in the fewest words: "3 agents, 41 recalls". */
export const reachWords = ({ agents, recalls }: Quarantined["reach"]) => {
  if (recalls === 0) return "no recall last week";
  return `${countOf(agents, "agent", "agents")}, ${countOf(recalls, "recall", "recalls")} last week`;
};

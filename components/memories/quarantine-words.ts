import { formatCount } from "@/components/pieces/format";
import type { Quarantined } from "@/lib/memories/contract";

/** Words for the rules, as a lead reads them. */
const RULE_WORDS: Record<string, string> = {
  override: "Sets instructions aside",
  role: "Gives a role",
  prompt_leak: "Asks for the prompt",
  concealment: "Hides from the user",
  addressing: "Addresses the model",
  compliance: "Demands obedience",
  markup: "Role or tool markup",
  hidden_text: "Hidden characters",
  encoded_text: "Encoded message",
  exfiltration: "Carries data out",
  fetch_and_run: "Fetches and runs",
  destructive: "Deletes beyond the repository",
  access: "Changes what is trusted",
  remote_content: "Loads from elsewhere",
  install: "Installs an unknown package",
  link: "Leads to an unknown host",
  command: "Runs an unknown command",
};

export const ruleWord = (rule: string) => RULE_WORDS[rule] ?? rule;

const times = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Where a memory would reach, in the fewest words: "3 agents, 41 recalls". */
export const reachWords = ({ agents, recalls }: Quarantined["reach"]) => {
  if (recalls === 0) return "no recall last week";
  return `${times(agents, "agent", "agents")}, ${times(recalls, "recall", "recalls")} last week`;
};

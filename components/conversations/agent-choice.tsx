"use client";

import { Choose } from "@/components/ui/choose";
import { useMessages } from "@/components/ui/messages";
import { conversationWords } from "@/messages/compiled/conversation-words";

const ALL = "*";

/** Whose conversations are shown: of one agent, or of all. */
export function AgentChoice({
  agent,
  agents,
  onAgent,
}: {
  agent: string | null;
  /** Those that have logs, as far as they are known. */
  agents: readonly string[];
  onAgent: (agent: string | null) => void;
}) {
  const t = useMessages(conversationWords);
  const named = agent === null || agents.includes(agent) ? agents : [agent, ...agents];
  return (
    <Choose
      aria-label={t("agent")}
      className="h-7 max-w-64"
      value={agent ?? ALL}
      options={[
        { value: ALL, label: t("all_agents") },
        ...named.map((name) => ({ value: name, label: <span dir="auto">{name}</span> })),
      ]}
      onChoose={(value) => onAgent(value === ALL ? null : value)}
    />
  );
}

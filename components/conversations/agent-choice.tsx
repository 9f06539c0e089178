"use client";

import { FilterSelect } from "@/components/pieces/filter-select";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { conversationWords } from "@/messages/compiled/conversation-words";

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
    <FilterSelect
      label={t("agent")}
      className="h-7 max-w-64"
      value={agent}
      anyLabel={t("all_agents")}
      options={named.map((name) => ({ value: name, label: <span dir="auto">{visible(name)}</span> }))}
      onChange={onAgent}
    />
  );
}

/** An agent type as a heading names it: `api-designer` is an Api Designer Agent, `fix-agent` a Fix Agent. */
export function titleOfAgent(agent_type: string): string {
  const words = agent_type
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
  if (words.endsWith("Agent")) return words;
  return `${words} Agent`;
}

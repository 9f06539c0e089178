import type { AgentTypeMapping, Settings } from "@/lib/access/contract";

/** `*review* → reviewer`, a line for each. */
export const mapInLines = (map: readonly AgentTypeMapping[]): string =>
  map.map(({ pattern, agent_type }) => `${pattern} → ${agent_type}`).join("\n");

/**
 * The map that these lines write, with `→`, `=`, `:` or white space between a pattern and its type; an empty line is none.
 * A line without a type has an empty one, which saving refuses with its number.
 */
export function mapOfLines(lines: string): AgentTypeMapping[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [, pattern = line, agent_type = ""] = /^(.+?)\s*(?:→|->|=>|=|\s)\s*([^\s→=>]+)$/.exec(line) ?? [];
      return { pattern: pattern.trim(), agent_type };
    });
}

/** The items of a text, by commas or lines, each once. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  ),
];

export const textsOf = ({ allowed_agents, agent_types, agent_type_map }: Settings) => ({
  everybody: allowed_agents === null,
  allowed: allowed_agents?.join("\n") ?? "",
  types: agent_types.join(", "),
  map: mapInLines(agent_type_map),
});

/** The settings that the texts write. */
export const settingsOfTexts = (texts: ReturnType<typeof textsOf>) => ({
  allowed_agents: texts.everybody ? null : listOf(texts.allowed),
  agent_types: listOf(texts.types),
  agent_type_map: mapOfLines(texts.map),
});

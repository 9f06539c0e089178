/** What recorded sessions were given, as a document. */
import type { Exchange } from "./recorded-session";

export type RecordedSession = {
  /** The client and its version. */
  client: string;
  exchanges: readonly Exchange[];
  statements: ReadonlyMap<string, string>;
};

const HEAD = `# What recorded sessions were given

Written by the test itself; do not edit it:

\`\`\`sh
npm ci --prefix tests/clients/agents --ignore-scripts
CASEBOOK_TEST_RECORD=docs/recorded-sessions.md npm test -- tests/clients/recorded-sessions.long.test.ts
\`\`\`

The clients are those that their makers publish, with the plugin and its hook script; their model is a stand-in that
answers two words, so nothing is learned on the way. The repository and its memories are the demo's. Each event of a hook
is a row, in the order in which they came. A memory is named by its first line; "had already" counts relevant memories
that the context window had. \`empty\` is what the ledger says when nothing was given.`;

/** Events that are asked for a pack; the others add nothing to a conversation. */
const ASKING = new Set(["SessionStart", "UserPromptSubmit", "PreToolUse"]);

export function recordOf(sessions: readonly RecordedSession[]): string {
  return `${[HEAD, ...sessions.map(sectionOf)].join("\n\n")}\n`;
}

function sectionOf({ client, exchanges, statements }: RecordedSession): string {
  const asking = exchanges.filter(({ event }) => ASKING.has(event));
  const rows = asking.map((exchange) => {
    const { event, prompt } = exchange;
    return `| ${event} | ${inCell(prompt)} | ${contentOf(exchange, statements)} |`;
  });
  const served = asking.filter(({ memory_ids }) => memory_ids.length > 0).length;
  const silent = exchanges.length - asking.length;
  return [
    `## ${client}`,
    "",
    `${asking.length} events asked for memories, ${served} got some; ${silent} others (stops and the end) added nothing.`,
    "",
    "| event | prompt | given |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function contentOf(
  { memory_ids, outcome, delivered_before }: Exchange,
  statements: ReadonlyMap<string, string>,
) {
  const received = memory_ids.map((id) => inCell(statements.get(id) ?? id));
  if (delivered_before > 0) received.push(`${delivered_before} had already`);
  if (received.length > 0) return received.join("<br>");
  return outcome ?? "nothing";
}

/** The first line, so that it fits in a table's cell. */
function inCell(text: string): string {
  const [line = ""] = text.split("\n");
  return line.replaceAll("|", "\\|");
}

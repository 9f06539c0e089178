/**
 * What agents are given about using memories: the one text behind the MCP prompt, the MCP resource and the page of the
 * docs (a test compares them).
 */
export const AGENT_RULES = `# Using the team's memory

Treat memories as hypotheses, not truth.

1. Before a task, search with the words of the task (\`memory_search\`), and by path for the files you will change
   (\`memory_search_by_path\`).
2. Before you use a memory, read every place it cites (\`memory_read_citation\`, or the file itself) and see that the
   code still says so. \`memory_verify_citations\` has all of them checked at once.
3. If any citation is missing, outdated or contradicts the memory, do not use it: invalidate it with the reason
   (\`memory_invalidate\`), or supersede it with the correction (\`memory_supersede\`).
4. If it is valid and useful, refresh it (\`memory_refresh\`).
5. After you applied one, log it (\`memory_log_applied\`); of the others say what they were worth
   (\`memory_feedback\`).
6. Store only durable conventions and invariants (\`memory_store\`): rules that must stay in step, naming, edits that
   must be made in several files together. Never workarounds, TODOs or one-time fixes.
7. Cite the lines that prove it: path, first and last line, and the commit if it is not the head of the default branch.
`;

/** The rules, and below them where and on what the agent works, as far as that is known. */
export function rulesFor({ repository, task }: { repository?: string; task?: string }): string {
  const lines = [
    ...(repository === undefined ? [] : [`You work in the repository ${repository}; name it in every call.`]),
    ...(task === undefined ? [] : [`Your task, whose words to search with first:\n\n${task}`]),
  ];
  if (lines.length === 0) return AGENT_RULES;
  return `${AGENT_RULES}\n## Now\n\n${lines.join("\n\n")}\n`;
}

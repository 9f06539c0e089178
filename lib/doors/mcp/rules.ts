/** What agents are told about using memories; published as an MCP prompt, an MCP resource and a page of the docs. */
export const AGENT_RULES = `# Using the team's memory

Memories are hypotheses, not truth.

1. Before a task, search with the words of the task, and by path for the files you will change.
2. Before you use a memory, read every place it cites and see that the code still says so.
3. If a citation is missing, outdated or contradicts the memory, do not use it. Invalidate it with the reason, or
   supersede it with the correction.
4. If it is valid and useful, refresh it.
5. Store only durable conventions and invariants: rules that must stay in step, naming, edits that must be made in
   several files together. Never workarounds, TODOs or one-time fixes.
6. Cite the lines that prove it: path, first and last line, and the commit if it is not the head of the default branch.
`;

import type { ClaudeCodeAnswer, ClaudeCodeEvent } from "./contract";

/**
 * What an event of Claude Code asks for, and how that client is answered. Its main agent is of type `main`; a subagent's
 * type is its name. Tasks come with UserPromptSubmit and with the tool that starts a subagent, answers with the stops.
 */
export type Wish =
  | { wish: "start" }
  | { wish: "context"; task: string; agent_type: string }
  | { wish: "learn"; output: string; agent_type: string }
  | { wish: "learn_and_stop"; output: string; agent_type: string }
  | { wish: "end" }
  | { wish: "nothing" };

const MAIN = "main";
const MAX_TASK = 100_000;
const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);

export function wishOf(event: ClaudeCodeEvent): Wish {
  const output = event.last_assistant_message ?? "";
  switch (event.hook_event_name) {
    case "SessionStart":
      return { wish: "start" };
    case "UserPromptSubmit":
      return asContext(event.prompt, event.agent_type);
    case "PreToolUse": {
      const { prompt, subagent_type } = event.tool_input ?? {};
      if (!AGENT_TOOLS.has(event.tool_name ?? "") || typeof prompt !== "string") return { wish: "nothing" };
      return asContext(prompt, typeof subagent_type === "string" ? subagent_type : undefined);
    }
    case "SubagentStop":
      return output === ""
        ? { wish: "nothing" }
        : { wish: "learn", output, agent_type: typeOf(event.agent_type) };
    case "Stop":
      return { wish: "learn_and_stop", output, agent_type: MAIN };
    case "SessionEnd":
      return { wish: "end" };
    default:
      return { wish: "nothing" };
  }
}

function asContext(task: string | undefined, name: string | undefined): Wish {
  if (!task?.trim()) return { wish: "nothing" };
  return { wish: "context", task: task.slice(0, MAX_TASK), agent_type: typeOf(name) };
}

/** An agent's name as a type: `plugin:code-reviewer` is `code-reviewer`. */
function typeOf(name: string | undefined): string {
  const last = name
    ?.split(":")
    .at(-1)
    ?.toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return last ? last.slice(0, 40) : MAIN;
}

/**
 * The answer that puts `context` before the agent: into the conversation, or into the prompt of the subagent that a tool
 * starts (a tool's additional context would go to the agent that starts it). Empty: nothing to say.
 */
export function answerWith(event: ClaudeCodeEvent, context: string): ClaudeCodeAnswer {
  if (context === "") return {};
  const hookEventName = event.hook_event_name;
  if (hookEventName !== "PreToolUse")
    return { hookSpecificOutput: { hookEventName, additionalContext: context } };
  const prompt = String(event.tool_input?.prompt ?? "");
  return {
    hookSpecificOutput: {
      hookEventName,
      updatedInput: { ...event.tool_input, prompt: `${prompt}\n\n${context}` },
    },
  };
}

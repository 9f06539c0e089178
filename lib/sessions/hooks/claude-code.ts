import { toStorable } from "@/lib/kernel/text";
import type { SessionTask } from "@/lib/tasks";
import type { ClaudeCodeAnswer, ClaudeCodeEvent } from "../contract";
import { taskOf, toolActionOf } from "./tool-events";
import { windowOf } from "./windows";

/**
 * What an event of Claude Code asks for, and how that client is answered. Its main agent is of type `main`; a subagent's
 * type is its name. Tasks come with UserPromptSubmit and with the tool that starts a subagent, answers with the stops.
 */
export type HookAction =
  | { action: "start" }
  /** Without a window it goes into a subagent that begins with it, and has nothing yet. */
  | { action: "context"; task: string; agent_type: string; context_window?: string }
  /** The agent edited a file for the first time: what is known of it, for its task. */
  | { action: "edit"; agent_type: string; context_window: string }
  | { action: "learn"; output: string; agent_type: string }
  | { action: "learn_and_stop"; output: string; agent_type: string }
  | { action: "end" }
  | { action: "tests"; command: string; output: string }
  | { action: "tasks"; tasks: SessionTask[] }
  | { action: "nothing" };

const MAIN = "main";
const MAX_TASK = 100_000;
const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);
/** Tools that write files, as Claude Code and Codex call theirs. */
const EDITORS: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch"]);

export function hookActionOf(event: ClaudeCodeEvent): HookAction {
  const output = toStorable(event.last_assistant_message ?? "");
  switch (event.hook_event_name) {
    case "SessionStart":
      return { action: "start" };
    case "UserPromptSubmit":
      return asContext(event.prompt, event.agent_type, windowOf(event));
    case "PreToolUse": {
      const { prompt, subagent_type } = event.tool_input ?? {};
      if (!AGENT_TOOLS.has(event.tool_name ?? "") || typeof prompt !== "string") return { action: "nothing" };
      return asContext(prompt, typeof subagent_type === "string" ? subagent_type : undefined);
    }
    case "SubagentStop":
      // Claude Code's own agents have no name: one that compacts a conversation repeats what was said in it.
      if (output === "" || event.agent_type === "") return { action: "nothing" };
      return { action: "learn", output, agent_type: typeOf(event.agent_type) };
    case "Stop":
      return { action: "learn_and_stop", output, agent_type: MAIN };
    case "SessionEnd":
      return { action: "end" };
    case "PostToolUse":
    case "PostToolUseFailure":
      return toolActionOf(event) ?? asEdit(event);
    case "TaskCreated":
    case "TaskCompleted":
      return taskOf(event);
    default:
      return { action: "nothing" };
  }
}

/** An edit, where the script that sent it says which files are changed: without it, nobody can say what an agent has. */
function asEdit(event: ClaudeCodeEvent): HookAction {
  const { hook_event_name, tool_name, casebook, agent_type } = event;
  if (hook_event_name !== "PostToolUse" || !EDITORS.has(tool_name ?? "") || !casebook?.changed_files?.length)
    return { action: "nothing" };
  return { action: "edit", agent_type: typeOf(agent_type), context_window: windowOf(event) };
}

function asContext(
  prompt: string | null | undefined,
  name: string | null | undefined,
  context_window?: string,
): HookAction {
  const task = toStorable((prompt ?? "").slice(0, MAX_TASK));
  if (task.trim() === "") return { action: "nothing" };
  return { action: "context", task, agent_type: typeOf(name), context_window };
}

/** An agent's name as a type: `plugin:code-reviewer` is `code-reviewer`. */
function typeOf(name: string | null | undefined): string {
  const last = name
    ?.split(":")
    .at(-1)
    ?.toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (last) return last.slice(0, 40);
  return MAIN;
}

/** What is put before an agent, and what the script gets beside it. */
export type Packed = { context: string; recall_id: string | null; repository_unknown: boolean };

/**
 * The answer that puts a pack before the agent: into the conversation, or into the prompt of the subagent that a tool
 * starts (a tool's additional context would go to the agent that starts it). Empty: nothing to say. What is for the
 * script is added only where a script sent the event, because clients may refuse fields that they do not know.
 */
export function answerWith(event: ClaudeCodeEvent, packed: Packed): ClaudeCodeAnswer {
  const { context, recall_id, repository_unknown } = packed;
  const answer: ClaudeCodeAnswer = {};
  if (context !== "") answer.hookSpecificOutput = outputWith(event, context);
  if (event.casebook === undefined) return answer;
  const casebook: ClaudeCodeAnswer["casebook"] = {};
  if (context !== "" && recall_id !== null) casebook.recall_id = recall_id;
  if (repository_unknown) casebook.repository = "unknown";
  if (Object.keys(casebook).length > 0) answer.casebook = casebook;
  return answer;
}

function outputWith(event: ClaudeCodeEvent, context: string): ClaudeCodeAnswer["hookSpecificOutput"] {
  const hookEventName = event.hook_event_name;
  if (hookEventName !== "PreToolUse") return { hookEventName, additionalContext: context };
  const prompt = String(event.tool_input?.prompt ?? "");
  return { hookEventName, updatedInput: { ...event.tool_input, prompt: `${prompt}\n\n${context}` } };
}

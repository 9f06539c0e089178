import { createHash } from "node:crypto";
import { z } from "zod";
import { toStorable } from "@/lib/kernel/text";
import type { SessionTask } from "@/lib/tasks";
import type { ClaudeCodeEvent } from "../contract";
import type { HookAction } from "./claude-code";

const NOTHING: HookAction = { action: "nothing" };
/** A shell, as Claude Code and Codex call theirs. */
const SHELLS: ReadonlySet<string> = new Set(["Bash", "shell", "local_shell", "exec_command"]);
const MAX_TASKS = 50;

const printedSchema = z
  .object({ stdout: z.string(), stderr: z.string(), output: z.string() })
  .partial()
  .transform(({ stdout = "", stderr = "", output = "" }) =>
    [output, stdout, stderr].filter(Boolean).join("\n"),
  );

/** What a tool's event is about, a list of tasks or a command; null where it is of another tool. */
export function toolActionOf(event: ClaudeCodeEvent): HookAction | null {
  const { tool_name } = event;
  if (tool_name === "TodoWrite") return todosOf(event);
  if (SHELLS.has(tool_name ?? "")) return commandOf(event);
  return null;
}

/** A command of the agent's shell with what it printed. */
function commandOf({ tool_input, tool_response, error }: ClaudeCodeEvent): HookAction {
  const { command } = tool_input ?? {};
  const words = Array.isArray(command) ? command.map(String).join(" ") : command;
  if (typeof words !== "string") return NOTHING;
  const answered =
    typeof tool_response === "string" ? tool_response : printedSchema.safeParse(tool_response).data;
  const output = toStorable(answered || error || "");
  if (output === "") return NOTHING;
  return { action: "tests", command: words, output };
}

const todoSchema = z.object({ content: z.string().min(1), status: z.string() });

const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const toTask = (key: string, description: string, isDone: boolean): SessionTask => ({
  task_id: key.slice(0, 200),
  description: toStorable(description).slice(0, 4_000),
  status: isDone ? "passed" : "open",
});

/** The list that an agent keeps of its work: each entry a task, known again by its words. */
function todosOf({ session_id, tool_input }: ClaudeCodeEvent): HookAction {
  const todos = Array.isArray(tool_input?.todos) ? tool_input.todos : [];
  const tasks = todos.slice(0, MAX_TASKS).flatMap((todo) => {
    const { data } = todoSchema.safeParse(todo);
    if (!data) return [];
    const key = `${session_id.slice(0, 150)}/todo-${shortHash(data.content)}`;
    return [toTask(key, data.content, data.status === "completed")];
  });
  return tasks.length === 0 ? NOTHING : { action: "tasks", tasks };
}

export function taskOf(event: ClaudeCodeEvent): HookAction {
  const { session_id, task_id, task_subject, task_description, hook_event_name } = event;
  const description = [task_subject, task_description].filter(Boolean).join("\n");
  if (!task_id || description.trim() === "") return NOTHING;
  const key = `${session_id.slice(0, 150)}/${task_id.slice(0, 40)}`;
  return { action: "tasks", tasks: [toTask(key, description, hook_event_name === "TaskCompleted")] };
}

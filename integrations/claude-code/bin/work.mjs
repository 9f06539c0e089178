// What an agent's tools did that Casebook keeps: runs of tests, the edits between them, and the agent's list of tasks.

import { relative } from "node:path";
import { range } from "./changes.mjs";

/** Of an output so much of its end is sent; runners say at the end what failed. */
const MAX_OUTPUT_CHARACTERS = 200_000;
const MAX_LINES_CHARACTERS = 2_000;
const EDITORS = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit", "apply_patch"]);
const SHELLS = new Set(["Bash", "shell", "local_shell", "exec_command"]);
/** Commands that run tests, and words that only their output has. */
const TEST_COMMAND =
  /\b(?:pytest|py\.test|vitest|jest|mocha|go\s+test|gotestsum|cargo\s+(?:test|nextest)|tox|nox|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?t(?:est)?\b|make\s+\S*test|mvn|gradlew?|phpunit|rspec)/;
const TEST_OUTPUT =
  /=+ short test summary info =+|^=+ .{0,200}?\b(?:passed|failed)\b.{0,200}? in [\d.]+s|^[ \t]*Test Files\s+\d+|^Tests:[ \t]+.{0,200}?\btotal$|^test result: |^[ \t]*--- (?:FAIL|PASS): |<testsuites?[\s>]/m;

/** What is switched off by the plugin's option or by CASEBOOK_HOOK_WORK is neither kept here nor sent. */
export const isWorkKept = (options) =>
  isOn(options.CLAUDE_PLUGIN_OPTION_RECORD_WORK || options.CASEBOOK_HOOK_WORK);

/** Whether memories are asked for by the files that are changed; switched off, no path is sent and no edit waits. */
export const areChangesSent = (options) =>
  isOn(options.CLAUDE_PLUGIN_OPTION_CHANGED_FILES || options.CASEBOOK_HOOK_FILES);

const isOn = (choice = "on") => !/^(?:off|no|false|0)$/i.test(choice);

/** What an event of a tool is about: "tests", "edit", "tasks", or null for what is of no use here. */
export function workOf(event) {
  const { hook_event_name, tool_name } = event;
  if (hook_event_name === "TaskCreated" || hook_event_name === "TaskCompleted") return "tasks";
  if (hook_event_name !== "PostToolUse" && hook_event_name !== "PostToolUseFailure") return null;
  if (tool_name === "TodoWrite") return hook_event_name === "PostToolUse" ? "tasks" : null;
  if (EDITORS.has(tool_name)) return hook_event_name === "PostToolUse" ? "edit" : null;
  if (!SHELLS.has(tool_name) || event.is_interrupt === true) return null;
  const { command } = event.tool_input ?? {};
  const words = Array.isArray(command) ? command.join(" ") : command;
  if (typeof words !== "string") return null;
  return TEST_COMMAND.test(words) || TEST_OUTPUT.test(printedBy(event).slice(-MAX_OUTPUT_CHARACTERS))
    ? "tests"
    : null;
}

export function printedBy({ tool_response, error }) {
  if (typeof tool_response === "string") return tool_response;
  const { stdout = "", stderr = "", output = "" } = tool_response ?? {};
  const printed = [output, stdout, stderr]
    .filter((part) => typeof part === "string" && part !== "")
    .join("\n");
  return printed || (typeof error === "string" ? error : "");
}

/** The event with no more than the server reads of it. */
export function shortened(event) {
  const { hook_event_name, session_id, cwd, tool_name, tool_input, task_id, task_subject, task_description } =
    event;
  const common = { hook_event_name, session_id, cwd };
  if (task_id !== undefined) return { ...common, task_id, task_subject, task_description };
  if (tool_name === "TodoWrite") return { ...common, tool_name, tool_input };
  const output = printedBy(event).slice(-MAX_OUTPUT_CHARACTERS);
  return { ...common, tool_name, tool_input: { command: tool_input.command }, tool_response: output };
}

/** The edits of a tool: each file with how many lines went and came, and the lines where they are few. */
export function editsOf({ tool_name, tool_input = {}, tool_response, cwd }) {
  if (tool_name === "apply_patch") return editsOfPatch(String(tool_input.command ?? tool_input.input ?? ""));
  const { file_path, notebook_path } = tool_input;
  const path = file_path ?? notebook_path;
  if (typeof path !== "string") return [];
  const patch = Array.isArray(tool_response?.structuredPatch) ? tool_response.structuredPatch : null;
  const lines = patch
    ? patch.flatMap((hunk) => hunk.lines ?? []).filter((line) => /^[+-]/.test(line))
    : replaced(tool_input);
  const hunks = (patch ?? []).flatMap(linesOf);
  return [{ ...toEdit(typeof cwd === "string" ? within(cwd, path) : path, lines), hunks }];
}

/** The lines that a hunk takes out or adds behind, as they were before; those around them are not counted. */
function linesOf({ oldStart, lines = [] }) {
  if (!Number.isInteger(oldStart)) return [];
  let at = oldStart;
  const changed = [];
  for (const line of lines) {
    if (line.startsWith("+")) changed.push(Math.max(1, at - 1));
    else if (line.startsWith("-")) changed.push(at++);
    else at++;
  }
  if (changed.length === 0) return [];
  const first = Math.min(...changed);
  return [range(first, Math.max(...changed) - first + 1)];
}

function replaced({ old_string, new_string, content, new_source, edits }) {
  if (Array.isArray(edits)) return edits.flatMap(replaced);
  return [...prefixed("-", old_string), ...prefixed("+", new_string ?? content ?? new_source)];
}

const prefixed = (mark, text) =>
  typeof text === "string" && text !== "" ? text.split("\n").map((line) => mark + line) : [];

function editsOfPatch(patch) {
  const edits = [];
  for (const part of patch.split(/^\*\*\* (?=(?:Update|Add|Delete) File: )/m).slice(1)) {
    const [head, ...rest] = part.split("\n");
    edits.push(
      toEdit(
        head.slice(head.indexOf(": ") + 2),
        rest.filter((line) => /^[+-]/.test(line)),
      ),
    );
  }
  return edits;
}

const toEdit = (path, lines) => ({
  path: path.slice(0, 1_000),
  added: lines.filter((line) => line.startsWith("+")).length,
  removed: lines.filter((line) => line.startsWith("-")).length,
  lines: lines.join("\n").slice(0, MAX_LINES_CHARACTERS),
});

/** A path from the folder that the agent works in, where it lies below that. */
function within(folder, path) {
  const short = relative(folder, path);
  return short.startsWith("..") ? path : short.replaceAll("\\", "/");
}

#!/usr/bin/env node
// Hands a hook's event to Casebook and prints what is to be added to the conversation, or nothing.
//
// It never gets in the way: whatever fails (no server, a wrong key, an answer that is none, time running out), it says
// so on stderr and exits with 0, and only the start of a session shows it to the user, once. Events that add nothing
// are sent by a process of their own, which nobody waits for. Plain Node without dependencies, because it starts again
// for every event.

import { spawn } from "node:child_process";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { fileURLToPath } from "node:url";
import { changesOf, editedIn } from "./changes.mjs";
import { placeOf, rootOf } from "./place.mjs";
import { openState } from "./state.mjs";
import { areChangesSent, editsOf, isWorkKept, shortened, workOf } from "./work.mjs";

const LIMIT_MS = 4_000;
/** Memories cite lines: an edit elsewhere in a long file is asked about again. */
const PART_LINES = 100;
/** Nobody waits for these events, and what they teach is worth a second try of a slow server. */
const DETACHED_LIMIT_MS = 20_000;
/** The server takes no more than this. */
const MAX_EVENT_BYTES = 2_000_000;
const MAX_ANSWER_BYTES = 4_000_000;
/** Clients cut what is longer. */
const MAX_CONTEXT_CHARACTERS = 10_000;
const CONTEXT_EVENTS = new Set(["SessionStart", "UserPromptSubmit", "PostToolUse"]);
/** Before them a task is known, and the files that are changed for it belong to the question. */
const TASK_EVENTS = new Set(["UserPromptSubmit", "PreToolUse"]);
/** They add nothing to the conversation. */
const SILENT_EVENTS = new Set(["Stop", "SubagentStop", "SessionEnd"]);
const NO_REMOTE =
  "This git repository has no remote, by which Casebook would know which of its repositories it is: agents get only the " +
  "memories that reach beyond a repository. Name it: git remote add origin https://example.com/<owner>/<name>.git, with " +
  "the name under Settings → Repositories.";
/** Of what tools did; most of them are about nothing that is kept. */
const WORK_EVENTS = new Set(["PostToolUse", "PostToolUseFailure", "TaskCreated", "TaskCompleted"]);

const options = process.env;
const base = (
  options.CLAUDE_PLUGIN_OPTION_BASE_URL ||
  options.CASEBOOK_URL ||
  "http://localhost:3000"
).replace(/\/+$/, "");
const key = options.CLAUDE_PLUGIN_OPTION_API_KEY || options.CASEBOOK_KEY || options.CASEBOOK_API_KEY || "";
const detached = process.argv.includes("--detached");
const limit_ms = detached ? DETACHED_LIMIT_MS : LIMIT_MS;
const state = openState(base);
let event = {};

const deadline = setTimeout(() => {
  if (!detached) state.pause();
  leave(`no answer within ${limit_ms} ms`, {
    what: "late",
    message: `did not answer within ${limit_ms / 1000} s`,
  });
}, limit_ms);
process.on("uncaughtException", failed);
process.on("unhandledRejection", failed);

const text = await readStandardInput();
event = parseEvent(text);
if (!detached && WORK_EVENTS.has(event.hook_event_name)) await keepWork();
else if (!detached && SILENT_EVENTS.has(event.hook_event_name)) await handOver(text);
else await ask();

/**
 * Keeps an edit here and asks what is known of a file, or a part of it, that is edited for the first time; hands a run of tests and tasks
 * over to a process that nobody waits for.
 */
async function keepWork() {
  const work = workOf(event);
  const isKept = isWorkKept(options);
  if (work === "edit") {
    const { cwd } = event;
    const edits = editsOf(event);
    if (isKept) for (const { hunks: _, ...edit } of edits) state.addEdit(session(), edit);
    const edited = editedIn(edits, { root: rootOf(cwd), cwd });
    if (areChangesSent(options) && isNew(edited)) return ask(edited);
  }
  if (isKept && (work === "tests" || work === "tasks")) await handOver(JSON.stringify(shortened(event)));
  else clearTimeout(deadline);
}

/** Notes what was edited for this context window. @returns true when a file, or that part of it, was not edited before. */
function isNew({ files, lines }) {
  const parts = [
    ...files.map((path) => ({ path, part: "any" })),
    ...lines.map(({ path, start }) => ({ path, part: Math.floor(start / PART_LINES) })),
  ];
  return parts.map((part) => state.addFile(contextWindow(), part)).includes(true);
}

function session() {
  return typeof event.session_id === "string" ? event.session_id : "";
}

/** The context window of the main agent, or of the subagent that the event is of. */
function contextWindow() {
  return `${session()}/${typeof event.agent_id === "string" ? event.agent_id : ""}`;
}

/** What the question is about: the files edited in this window, and before a task what git sees changed. */
async function changesToSend(edited) {
  const { hook_event_name, cwd } = event;
  if (!areChangesSent(options) || (edited === null && !TASK_EVENTS.has(hook_event_name))) return {};
  const { files, lines } = edited ?? (await changesOf(rootOf(cwd)));
  const changed_files = [...new Set([...state.files(contextWindow()), ...files])];
  return {
    ...(changed_files.length > 0 && { changed_files }),
    ...(lines.length > 0 && { changed_lines: lines }),
  };
}

/** Sends the event and prints what its answer adds; `edited` is what it changed, where it is an edit. */
async function ask(edited = null) {
  if (event.hook_event_name === "SessionStart") {
    state.tidy();
    // A new context window has nothing of what was said with these files.
    state.removeFiles(contextWindow());
  }
  if (key === "")
    return leave("there is no key", {
      what: "key",
      message: "has no agent key here. Set it in the plugin's options, or in CASEBOOK_KEY",
    });
  if (!detached && state.isPaused())
    return leave(`${base} did not answer in the last minute`, {
      what: "late",
      message: "did not answer in time and is not asked for a minute",
    });
  const delivered = state.receipts(session());
  const place = placeOf(event.cwd);
  const url = new URL(`${base}/api/v1/hooks/claude-code`);
  const isWork = event.hook_event_name.startsWith("PostToolUse");
  const changes = await changesToSend(edited);
  // The lines that were written are sent with a run of tests alone.
  const edits = isWork && edited === null ? state.edits(session()) : [];
  const casebook = {
    ...place,
    ...(delivered.length > 0 && { delivered }),
    ...(edits.length > 0 && { edits }),
    ...changes,
  };
  const answer = await post(
    url,
    JSON.stringify({ ...(edited === null ? event : withoutText(event)), casebook }),
  );
  clearTimeout(deadline);
  state.removeReceipts(session(), delivered);
  if (event.hook_event_name === "SessionEnd") {
    state.removeEdits(session());
    state.removeFiles(contextWindow());
  }
  if (!isObject(answer) || SILENT_EVENTS.has(event.hook_event_name) || detached) return;
  const about = isObject(answer.casebook) ? answer.casebook : {};
  const output = {
    ...outputOf(answer),
    ...(about.repository === "unknown" && systemMessage("repository", unknownRepository(place.repository))),
    ...(place.repository === undefined && rootOf(event.cwd) && systemMessage("remote", NO_REMOTE)),
  };
  if (Object.keys(output).length === 0) return;
  await write(JSON.stringify(output));
  if (output.hookSpecificOutput && typeof about.recall_id === "string")
    state.addReceipt(session(), about.recall_id);
}

/** An edit without what was written, which nobody reads. */
function withoutText({ hook_event_name, session_id, cwd, tool_name, agent_id, agent_type }) {
  return { hook_event_name, session_id, cwd, tool_name, agent_id, agent_type };
}

/**
 * The answer reduced to what may reach the conversation: text for the main agent, or a subagent's prompt that goes on
 * from its own. Whatever else a server says (decisions, other tool input, text at a stop) is dropped.
 */
function outputOf({ hookSpecificOutput }) {
  const hookEventName = event.hook_event_name;
  if (!isObject(hookSpecificOutput)) return {};
  const { additionalContext, updatedInput } = hookSpecificOutput;
  if (CONTEXT_EVENTS.has(hookEventName) && isAddition(additionalContext, ""))
    return { hookSpecificOutput: { hookEventName, additionalContext } };
  const prompt = event.tool_input?.prompt;
  if (
    hookEventName === "PreToolUse" &&
    typeof prompt === "string" &&
    isAddition(updatedInput?.prompt, prompt)
  )
    return {
      hookSpecificOutput: {
        hookEventName,
        updatedInput: { ...event.tool_input, prompt: updatedInput.prompt },
      },
    };
  return {};
}

function isAddition(value, start) {
  if (typeof value !== "string" || !value.startsWith(start) || value.length === start.length) return false;
  return value.length - start.length <= MAX_CONTEXT_CHARACTERS;
}

function unknownRepository(repository = "of this folder") {
  return (
    `Casebook does not know the repository ${repository}, or this key may not see it: agents get only the memories ` +
    "that reach beyond a repository. Register it in Casebook under Settings → Repositories."
  );
}

/** What the user sees at the start of a session; each cause once in a session. */
function systemMessage(what, message) {
  const { hook_event_name, session_id } = event;
  const is_shown = hook_event_name === "SessionStart" && state.isFirst(String(session_id), what);
  return is_shown ? { systemMessage: message } : {};
}

/** Ends without memory. With a cause, the start of a session says so to the user as well. */
function leave(reason, cause) {
  process.stderr.write(`casebook: ${reason}; continuing without memory\n`);
  const output = cause
    ? systemMessage(cause.what, `Casebook (${base}) ${cause.message}. Agents work without memory meanwhile.`)
    : {};
  if (output.systemMessage === undefined) process.exit(0);
  process.stdout.write(JSON.stringify(output), () => process.exit(0));
}

function failed(error) {
  leave(String(error), { what: "down", message: `could not be asked (${error})` });
}

function write(output) {
  return new Promise((done, fail) => {
    process.stdout.once("error", fail);
    process.stdout.write(output, (error) => (error ? fail(error) : done()));
  });
}

/** Gives the event to a process that outlives this one, and the client that runs it. */
function handOver(input) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "--detached"], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      windowsHide: true,
    });
    child.on("error", (error) => leave(error.message));
    child.stdin.on("error", (error) => leave(error.message));
    child.stdin.end(input, () => {
      clearTimeout(deadline);
      child.unref();
      child.stdin.destroy();
      done();
    });
  });
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function readStandardInput() {
  const parts = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    bytes += part.length;
    if (bytes > MAX_EVENT_BYTES) leave("the event is larger than 2 MB");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parseEvent(input) {
  const parsed = JSON.parse(input);
  if (!isObject(parsed)) leave("the event is not a JSON object");
  return parsed;
}

function post(url, body) {
  return new Promise((done) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    };
    const unreachable = (error) =>
      leave(error.message, { what: "down", message: `cannot be reached (${error.code ?? error.message})` });
    const request = send(url, { method: "POST", headers }, (response) => {
      const parts = [];
      let bytes = 0;
      response.on("data", (part) => {
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) leave("the answer is larger than 4 MB");
        parts.push(part);
      });
      response.on("end", () => {
        const { statusCode } = response;
        state.proceed();
        const text = Buffer.concat(parts).toString("utf8");
        if (statusCode !== 200)
          return leave(`${url.origin} answered ${statusCode}${detailOf(text)}`, causeOf(statusCode));
        done(text === "" ? null : JSON.parse(text));
      });
      response.on("error", unreachable);
    });
    request.on("error", unreachable);
    request.end(body);
  });
}

/** What the server says of an event that it refuses, for the client's log. */
function detailOf(text) {
  try {
    const { detail } = JSON.parse(text);
    return typeof detail === "string" ? `: ${detail.replace(/\s+/g, " ").slice(0, 200)}` : "";
  } catch {
    return "";
  }
}

function causeOf(status) {
  if (status === 401 || status === 403)
    return {
      what: "key",
      message: `refuses the agent key (${status}). Create one in Casebook under Settings, Agent keys, and set it in the plugin's options, or in CASEBOOK_KEY`,
    };
  return { what: "down", message: `answered with status ${status}` };
}

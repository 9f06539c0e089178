import { expect, it } from "vitest";
import { type LineFormat, NEW_RUN, readLine } from "./transcripts";

const line = (value: unknown, format: LineFormat, run = NEW_RUN) =>
  readLine(JSON.stringify(value), { format, run });
const AT = "2026-11-16T09:00:00.000Z";
const HERE = { folder: "/projects/shop", is_subagent: false };

it("reads what people and the agent wrote in a run of Claude Code, and its folder", () => {
  const run = { cwd: "/projects/shop", timestamp: AT };
  expect(
    line({ ...run, type: "user", message: { role: "user", content: "We use pnpm." } }, "claude_code"),
  ).toEqual({ run: HERE, message: { speaker: "user", at: AT, text: "We use pnpm." } });
  const content = [
    { type: "text", text: "Noted." },
    { type: "tool_use", id: "1", name: "Read", input: {} },
  ];
  const answer = { ...run, type: "assistant", message: { role: "assistant", content } };
  expect(line(answer, "claude_code").message).toEqual({ speaker: "assistant", at: AT, text: "Noted." });
});

it("leaves out results of tools, what the client wrote, and lines that are cut off", () => {
  const user = (content: unknown, rest = {}) => ({
    type: "user",
    message: { role: "user", content },
    ...rest,
  });
  for (const value of [
    user([{ type: "tool_result", content: "secret" }]),
    user([{ type: "tool_result", content: "secret", text: 7 }]),
    user("<command-name>/clear</command-name>"),
    user("Caveat", { isMeta: true }),
    user("Summary", { isCompactSummary: true }),
    user("[Request interrupted by user for tool use]"),
    { type: "summary", summary: "Done" },
    { type: "user", message: 7 },
    null,
  ])
    expect(line(value, "claude_code").message).toBeNull();
  const cut = readLine('{"type":"user","mess', { format: "claude_code", run: HERE });
  expect(cut).toEqual({ run: HERE, message: null });
});

it("reads sessions of Codex, and nothing of those that another session started", () => {
  const meta = (source: unknown) => ({
    timestamp: AT,
    type: "session_meta",
    payload: { id: "1", cwd: "/projects/shop", source },
  });
  expect(line(meta("cli"), "codex")).toEqual({ run: HERE, message: null });
  const content = [{ type: "input_text", text: "We use pnpm." }];
  const said = { timestamp: AT, type: "response_item", payload: { type: "message", role: "user", content } };
  expect(line(said, "codex", HERE).message).toEqual({ speaker: "user", at: AT, text: "We use pnpm." });
  const call = { timestamp: AT, type: "response_item", payload: { type: "function_call", name: "shell" } };
  expect(line(call, "codex", HERE).message).toBeNull();
  const { run } = line(meta({ subagent: { thread_spawn: { depth: 1 } } }), "codex");
  expect(line(said, "codex", run).message).toBeNull();
});

it("reads messages a line, and leaves out what has no text", () => {
  expect(line({ text: "We use pnpm.", speaker: " Ada ", at: AT }, "messages").message).toEqual({
    speaker: "Ada",
    at: AT,
    text: "We use pnpm.",
  });
  expect(line({ text: "Hello", at: "yesterday", speaker: 7 }, "messages").message).toEqual({ text: "Hello" });
  for (const value of [{ text: " " }, { speaker: "Ada" }, [], "text"])
    expect(line(value, "messages").message).toBeNull();
});

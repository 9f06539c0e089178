import { expect, it } from "vitest";
import { transcriptLine } from "./transcripts";

const line = (value: unknown, format: "claude_code" | "codex") =>
  transcriptLine(JSON.stringify(value), format);
const AT = "2026-11-16T09:00:00.000Z";

it("reads what people and the agent wrote in a run of Claude Code, and its folder", () => {
  const run = { cwd: "/work/shop", timestamp: AT };
  expect(
    line({ ...run, type: "user", message: { role: "user", content: "We use pnpm." } }, "claude_code"),
  ).toEqual({
    folder: "/work/shop",
    message: { speaker: "user", at: AT, text: "We use pnpm." },
  });
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
    user("<command-name>/clear</command-name>"),
    user("Caveat", { isMeta: true }),
    { type: "summary", summary: "Done" },
    { type: "user", message: 7 },
    null,
  ])
    expect(line(value, "claude_code").message).toBeNull();
  expect(transcriptLine('{"type":"user","mess', "claude_code").message).toBeNull();
});

it("reads sessions of Codex", () => {
  const meta = { timestamp: AT, type: "session_meta", payload: { id: "1", cwd: "/work/shop" } };
  expect(line(meta, "codex")).toEqual({ folder: "/work/shop", message: null });
  const content = [{ type: "input_text", text: "We use pnpm." }];
  const said = { timestamp: AT, type: "response_item", payload: { type: "message", role: "user", content } };
  expect(line(said, "codex").message).toEqual({ speaker: "user", at: AT, text: "We use pnpm." });
  const call = { timestamp: AT, type: "response_item", payload: { type: "function_call", name: "shell" } };
  expect(line(call, "codex").message).toBeNull();
});

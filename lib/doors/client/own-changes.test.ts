import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Caller } from "./call";
import { isOwnChange, keepingOwn } from "./own-changes";

const parts = {
  module: "memories",
  summary: "An operation of this test",
  reach: "repository",
  input: z.strictObject({ memory_id: z.string() }),
  output: z.strictObject({}),
} as const;
const reading = defineContract({
  ...parts,
  name: "test_get",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  http: { method: "GET", path: "/test", status: 200 },
});
const command = defineContract({
  ...parts,
  name: "test_change",
  effect: "write",
  changes: ["memories"],
  permission: "memories:write",
  http: { method: "POST", path: "/test", status: 200 },
});

const answering = (output: unknown): Caller => keepingOwn(async () => output as never);

afterEach(() => {
  vi.useRealTimers();
});

it("a record that a command names or answers is changed here, whatever kind stands before its id", async () => {
  const [memory_id, replacement, other] = [newId(), newId(), newId()];
  await answering({ memory: { id: replacement } })(command, { memory_id });
  expect(isOwnChange(memory_id)).toBe(true);
  expect(isOwnChange(`quarantine:${memory_id}`)).toBe(true);
  expect(isOwnChange(replacement)).toBe(true);
  expect(isOwnChange(other)).toBe(false);
});

it("it is so before the answer is there, and not once the command was refused", async () => {
  const memory_id = newId();
  const refused = keepingOwn(() => {
    expect(isOwnChange(memory_id)).toBe(true);
    return Promise.reject(new Error("Somebody else was first."));
  });
  await expect(refused(command, { memory_id })).rejects.toThrow("Somebody else was first.");
  expect(isOwnChange(memory_id)).toBe(false);
});

it("what is only read is changed by others, and so is what is changed again much later", async () => {
  const [read_id, memory_id] = [newId(), newId()];
  await answering({})(reading, { memory_id: read_id });
  expect(isOwnChange(read_id)).toBe(false);
  vi.useFakeTimers();
  await answering({})(command, { memory_id });
  vi.advanceTimersByTime(60_000);
  expect(isOwnChange(memory_id)).toBe(false);
});

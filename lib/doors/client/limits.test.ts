import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { text } from "@/lib/kernel/text";
import { limitsOf } from "./limits";

const contract = defineContract({
  name: "test_change",
  module: "memories",
  summary: "An operation of this test",
  effect: "write",
  changes: ["memories"],
  permission: "memories:write",
  reach: "repository",
  http: { method: "POST", path: "/test", status: 200 },
  input: z.strictObject({
    name: text({ max: 100 }),
    email: z.email().max(254),
    note: text({ max: 40 }).nullable().optional(),
    comment: text({ min: 0, max: 30 }),
    settings: z
      .strictObject({ most: z.int().min(1).max(50), share: z.number() })
      .partial()
      .optional(),
    tags: z.array(text({ max: 20 })),
  }),
  output: z.strictObject({}),
});

describe("limitsOf", () => {
  it.each([
    ["name", { required: true, maxLength: 100 }],
    ["email", { required: true, maxLength: 254 }],
    ["note", { required: false, maxLength: 40 }],
    ["comment", { required: false, maxLength: 30 }],
    ["settings.most", { required: false, min: 1, max: 50 }],
    ["settings.share", { required: false }],
    ["tags", {}],
    ["tags.0", { required: true, maxLength: 20 }],
    ["tags.first", {}],
    ["unknown", {}],
  ])("reads what a schema says of %s", (path, limits) => {
    expect(limitsOf(contract, path)).toEqual(limits);
  });
});

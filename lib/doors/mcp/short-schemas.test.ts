import { expect, it } from "vitest";
import { z } from "zod";
import { shortSchema } from "./short-schemas";

const place = z.strictObject({
  path: z.string().max(1_000).meta({ description: "Path from the root of the repository" }),
  line: z.int().min(1).optional().meta({ description: "Counted from 1" }),
});
const places = (description: string) => z.array(place).max(20).default([]).meta({ description });
const schema = z.toJSONSchema(
  z.strictObject({
    id: z.uuid(),
    kept: places("Those that hold"),
    gone: places("Those that do not"),
    note: z.string().max(10).nullable().optional(),
    seldom: z.string().optional(),
  }),
  { io: "input", target: "draft-2020-12", reused: "ref" },
);

it("writes what is used more than once as one definition, and leaves out bounds of texts and unlisted fields", () => {
  const reference = { type: "array", items: { $ref: "#/$defs/d1" } };
  expect(shortSchema({ ...schema }, { unlisted: ["seldom"] })).toEqual({
    type: "object",
    properties: {
      id: { type: "string" },
      kept: { ...reference, description: "Those that hold" },
      gone: { ...reference, description: "Those that do not" },
      note: { type: ["string", "null"] },
    },
    required: ["id"],
    $defs: {
      d1: {
        type: "object",
        properties: {
          path: { type: "string", description: "Path from the root of the repository" },
          line: { type: "integer", minimum: 1, description: "Counted from 1" },
        },
        required: ["path"],
      },
    },
  });
});

it("writes a short definition where it is used", () => {
  const name = z.string().meta({ description: "A name" });
  const short = z.toJSONSchema(z.object({ a: name, b: name }), { io: "input", reused: "ref" });
  const text = { type: "string", description: "A name" };
  expect(shortSchema({ ...short }, { unlisted: [] })).toMatchObject({ properties: { a: text, b: text } });
  expect(shortSchema({ ...short }, { unlisted: [] })).not.toHaveProperty("$defs");
});

import { z } from "zod";
import type { Contract } from "@/lib/kernel/contract";

/** JSON Schema (2020-12) of what an operation takes, as a caller writes it: fields with a default are optional. */
export function inputJsonSchema(contract: Contract): Record<string, unknown> {
  return toJsonSchema(contract.input, "input");
}

/** JSON Schema (2020-12) of what an operation answers. */
export function outputJsonSchema(contract: Contract): Record<string, unknown> {
  return toJsonSchema(contract.output, "output");
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest;
}

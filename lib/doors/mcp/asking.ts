import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { publicUrl } from "@/lib/env";
import { whyNotAllowed } from "@/lib/kernel/allowed";
import { AppError, toProblem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { run } from "@/lib/runtime/run";
import { inTurn } from "../limits";
import type { Asking } from "./tools";

/** Whether the one who asks may run this operation at all. */
export function may(name: string, { actor }: Asking): boolean {
  return whyNotAllowed(actor, operationNamed(name).contract) === null;
}

/**
 * Runs a registered operation for a part of MCP that is not a tool, and reads from its answer what `schema` names.
 * @throws AppError as `run` does.
 */
export async function ask<S extends z.ZodType>(
  name: string,
  input: Record<string, unknown>,
  schema: S,
  asking: Asking,
): Promise<z.output<S>> {
  const answer: unknown = await inTurn(asking.actor, () =>
    run(operationNamed(name), input as never, { ...asking, request_id: newId() }),
  );
  return schema.parse(answer);
}

function operationNamed(name: string) {
  const operation = operations.find(({ contract }) => contract.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}

/** A failure as JSON-RPC has it, with the problem's body as its data. */
export function toProtocolError(error: unknown): ProtocolError {
  const problem = toProblem(error, publicUrl(), newId());
  const code = problem.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, problem.detail, problem);
}

export const isNotFound = (error: unknown) =>
  error instanceof AppError && (error.code === "not_found" || error.code === "invalid_input");

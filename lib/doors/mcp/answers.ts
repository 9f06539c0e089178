import { invalidField } from "@/lib/kernel/errors";
import type { AnyOperation } from "@/lib/runtime/operation";
import { fittingItems, withTextsCut } from "./bounded";

type Json = Record<string, unknown>;

export const DETAILS = ["compact", "full"] as const;
export type Detail = (typeof DETAILS)[number];

/**
 * What a tool sends: the output with the items that are in it, its JSON, or a text instead of it, and what a model is to
 * know of the rest.
 */
export type ToolAnswer = { sent: Json; json: Json; text: string | null; notes: string[] };

/**
 * Takes `detail` out of a tool's arguments; the rest is the operation's input.
 * @throws AppError invalid_input at `/detail`.
 */
export function splitDetail(args: unknown): { detail: Detail; input: Json } {
  const { detail = "compact", ...input }: Json = { ...Object(args) };
  const known = DETAILS.find((each) => each === detail);
  if (known === undefined) throw invalidField("/detail", `must be ${DETAILS.join(" or ")}`);
  return { detail: known, input };
}

/**
 * An output as it is sent to a model: short unless the whole was asked for, and never longer than a model can read,
 * by sending fewer items and then by cutting texts.
 */
export function toToolAnswer({
  operation,
  output,
  detail,
  input,
  now,
}: {
  operation: AnyOperation;
  output: unknown;
  detail: Detail;
  /** As the operation parsed it. */
  input: unknown;
  now: Date;
}): ToolAnswer {
  const whole: Json = { ...Object(output) };
  const write = (answer: Json): Json | string => {
    if (detail === "full") return answer;
    if (operation.compact) return operation.compact(answer, { input, now });
    return withoutNulls(answer);
  };
  const notes: string[] = [];
  let sent = whole;
  const short = write(whole);
  if (typeof short === "string") return { sent, json: {}, text: short, notes };
  const fitting = fittingItems(short);
  if (fitting !== null) {
    sent = firstItems(whole, fitting);
    const more = "next_cursor" in whole ? `; ask again with limit ${fitting} for a cursor to the rest` : "";
    notes.push(
      `Only the first ${fitting} are included, to keep the answer short${more}. Narrow your request.`,
    );
  }
  const shortened = fitting === null ? short : write(sent);
  const { answer: json, characters } = withTextsCut(Object(shortened));
  if (characters !== null)
    notes.push(
      `Texts longer than ${characters} characters were cut. Whole: the resources casebook://memories/{memory_id} and skill://….`,
    );
  return { sent, json, text: null, notes };
}

/** A cursor follows the last row of the whole page, so a shorter page has none. */
function firstItems(output: Json, count: number): Json {
  const items = Array.isArray(output.items) ? output.items.slice(0, count) : output.items;
  if ("next_cursor" in output) return { ...output, items, next_cursor: null };
  return { ...output, items };
}

/** Without fields that say nothing, at every depth; rows of a list stay rows. */
function withoutNulls(json: Json): Json {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (value !== null && typeof value === "object") return withoutNulls({ ...value });
    return value;
  };
  const said = Object.entries(json).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(said.map(([key, value]) => [key, inner(value)]));
}

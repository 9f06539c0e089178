import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operations } from "@/lib/registry";

const LARGEST = 2 ** 31 - 1;

/** What an export says of itself is compared, not stored. */
const NOT_STORED = ["organization_import/properties/header/"];

type Node = { type?: unknown; maximum?: unknown; exclusiveMaximum?: unknown };

/** The places of integers in a JSON schema that may be larger than an `integer` of PostgreSQL. */
function unbounded(node: unknown, place: string): string[] {
  if (node === null || typeof node !== "object") return [];
  const { type, maximum, exclusiveMaximum }: Node = node;
  const isBounded =
    (typeof maximum === "number" && maximum <= LARGEST) ||
    (typeof exclusiveMaximum === "number" && exclusiveMaximum <= LARGEST + 1);
  const here = type === "integer" && !isBounded ? [place] : [];
  return [...here, ...Object.entries(node).flatMap(([key, value]) => unbounded(value, `${place}/${key}`))];
}

describe("every integer of an input", () => {
  it("has the bounds of the database", () => {
    const places = operations.flatMap(({ contract }) =>
      unbounded(z.toJSONSchema(contract.input, { io: "input", unrepresentable: "any" }), contract.name),
    );
    expect(places.filter((place) => !NOT_STORED.some((start) => place.startsWith(start)))).toEqual([]);
  });

  it("is missed where it has none", () => {
    expect(unbounded(z.toJSONSchema(z.strictObject({ version: z.int() })), "x")).toEqual([
      "x/properties/version",
    ]);
  });
});

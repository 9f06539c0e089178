import { expect, it } from "vitest";
import { z } from "zod";
import { coerceQuery } from "./coerce";

it.each(["constructor", "toString", "hasOwnProperty", "valueOf"])(
  "passes on %s as a field that nobody has",
  (name) => {
    const query = new URLSearchParams({ [name]: "1", limit: "2" });
    expect(Object.entries(coerceQuery(z.strictObject({ limit: z.int() }), query))).toEqual([
      [name, "1"],
      ["limit", 2],
    ]);
  },
);

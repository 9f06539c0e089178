import { expect, it } from "vitest";
import { timeSchema } from "./time";

it.each([
  ["2026-01-01T00:00:00.000Z", true],
  ["0001-01-01T00:00:00Z", true],
  ["0000-12-31T23:59:59Z", false],
  ["0001-01-01T00:00:00+01:00", false],
  ["9999-12-31T23:59:59-01:00", false],
])("takes the moment %s: %s", (moment, taken) => {
  expect(timeSchema.safeParse(moment).success).toBe(taken);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { priceOf, withLongStayDiscount } from "../src/bookings/pricing";

test("a boat pays more in season", () => {
  const summer = priceOf(10, 1, new Date("2026-07-01T00:00:00Z"));
  const winter = priceOf(10, 1, new Date("2026-01-01T00:00:00Z"));
  assert.equal(summer, 3200);
  assert.equal(winter, 1800);
});

test("a week costs a tenth less", () => {
  assert.equal(withLongStayDiscount(10_000, 7), 9_000);
  assert.equal(withLongStayDiscount(10_000, 6), 10_000);
});

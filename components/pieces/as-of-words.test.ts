import { expect, it } from "vitest";
import { asOf } from "@/messages/compiled/as-of";
import { translate } from "@/messages/translate";
import { asOfWords } from "./as-of-words";
import { ENGLISH } from "./format";

const t = translate(asOf, { language: "en", translations: null });

it.each([
  [{ as_of: null, time_zone: null }, "now"],
  [{ as_of: "2026-11-03", time_zone: "Europe/Berlin" }, "3 Nov 2026"],
  [{ as_of: "2026-11-03T13:00:00.000Z", time_zone: "Europe/Berlin" }, "3 Nov 2026, 14:00"],
  [{ as_of: "2026-11-03T23:30:00.000Z", time_zone: "Europe/Berlin" }, "4 Nov 2026, 00:30"],
  [{ as_of: "2026-11-03T13:00:00.000Z", time_zone: "Nowhere/Land" }, "3 Nov 2026, 13:00"],
  [{ as_of: "a1b2c3d4e5f6", time_zone: null }, "a1b2c3d4"],
])("says %o as %s", (asked, words) => {
  expect(asOfWords({ t, formats: ENGLISH, ...asked })).toBe(words);
});

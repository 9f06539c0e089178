import { expect, it } from "vitest";
import { mentionedIn } from "./mentions";

const ANA = { name: "Ana" };
const ANA_LIMA = { name: "Ana Lima" };
const BO = { name: "Bo" };
const PEOPLE = [ANA, ANA_LIMA, BO];

it.each([
  ["@Ana, look at this", [ANA]],
  ["ask @ana lima about it", [ANA_LIMA]],
  ["@Bo and @Ana Lima", [ANA_LIMA, BO]],
  ["@Bob is nobody here", []],
  ["mail me at x@bo.example", []],
  ["(@Bo)", [BO]],
  ["@", []],
  ["Ana without a sign", []],
])("%s mentions whose name stands after the sign, the longest that fits", (text, expected) => {
  expect(mentionedIn(text, PEOPLE)).toEqual(expected);
});

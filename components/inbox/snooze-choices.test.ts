import { expect, it } from "vitest";
import { snoozeUntil } from "./snooze-choices";

const WEDNESDAY = new Date(2026, 10, 25, 15, 30);
const SUNDAY = new Date(2026, 10, 29, 8, 0);
const MONDAY = new Date(2026, 10, 30, 8, 0);

it.each([
  ["hour", WEDNESDAY, new Date(2026, 10, 25, 16, 30)],
  ["tomorrow", WEDNESDAY, new Date(2026, 10, 26, 9, 0)],
  ["monday", WEDNESDAY, new Date(2026, 10, 30, 9, 0)],
  ["monday", SUNDAY, new Date(2026, 10, 30, 9, 0)],
  ["monday", MONDAY, new Date(2026, 11, 7, 9, 0)],
  ["month", WEDNESDAY, new Date(2026, 11, 25, 9, 0)],
] as const)("%s from %s is in the future, at the beginning of a working day", (choice, now, expected) => {
  expect(snoozeUntil(choice, now)).toEqual(expected);
});

import { expect, test } from "vitest";
import { isInRoom, ROOMS, roomHref } from "./rooms";

const room = (key: string) => ROOMS.filter((candidate) => candidate.key === key);

test("a path is in one room at most", () => {
  for (const path of [
    "/",
    "/memories",
    "/memories/0190",
    "/proposals/1",
    "/settings/keys",
    "/sessions/run-1",
    "/conflicts",
    "/problems/internal",
  ])
    expect(ROOMS.filter((candidate) => isInRoom(path, candidate)).length).toBeLessThanOrEqual(1);
});

test("a room holds its subtree and nothing that only begins like it", () => {
  const [memories] = room("memories");
  expect(memories && isInRoom("/memories/0190", memories)).toBe(true);
  expect(memories && isInRoom("/memories-old", memories)).toBe(false);
  const [hygiene] = room("hygiene");
  expect(hygiene && isInRoom("/conflicts", hygiene)).toBe(true);
});

test("every jump is another pair of keys", () => {
  expect(new Set(ROOMS.map(({ jump }) => jump)).size).toBe(ROOMS.length);
});

test("the chosen repository goes along from room to room", () => {
  expect(roomHref("/reviews", "acme/api")).toBe("/reviews?repository=acme%2Fapi");
  expect(roomHref("/reviews", null)).toBe("/reviews");
});

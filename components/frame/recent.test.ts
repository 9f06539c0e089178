import { expect, test } from "vitest";
import { RECENT_KEPT, withOpened } from "./recent";

const opened = (id: string, title = id) => ({ kind: "memory" as const, href: `/memories/${id}`, title });

test("what was opened last comes first, once, under its newest title", () => {
  const recent = [opened("a"), opened("b"), opened("c")];
  expect(withOpened(recent, opened("b", "now")).map(({ title }) => title)).toEqual(["now", "a", "c"]);
});

test("only the latest are kept, with titles on one line", () => {
  const many = Array.from({ length: 20 }, (_, index) => opened(String(index)));
  const recent = many.reduce(withOpened, [] as ReturnType<typeof withOpened>);
  expect(recent.map(({ href }) => href)).toEqual(
    many
      .slice(-RECENT_KEPT)
      .reverse()
      .map(({ href }) => href),
  );
  const [long] = withOpened([], opened("x", `${"😀".repeat(100)}\n\nend`));
  expect(long?.title.isWellFormed()).toBe(true);
  expect(long?.title).not.toContain("\n");
});

import { expect, it } from "vitest";
import { readMarkdown } from "./read-markdown";

it("reads a message for each block, with its speaker", () => {
  const log =
    "**Ada:** We deploy on Fridays.\nuser: Why?\n\nBecause nobody is here.\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n";
  expect(readMarkdown(log)).toEqual([
    { speaker: "Ada", text: "We deploy on Fridays." },
    { speaker: "user", text: "Why?" },
    { speaker: "user", text: "Because nobody is here." },
    { speaker: "user", text: "```ts\nconst a = 1;\n\nconst b = 2;\n```" },
  ]);
});

it.each(["", "\n\n", "   "])("reads nothing in %j", (log) => expect(readMarkdown(log)).toEqual([]));

import { expect, it } from "vitest";
import type { SinceMark } from "@/lib/memories/contract";
import { memoryWords } from "@/messages/compiled/memory-words";
import { translate } from "@/messages/translate";
import { endedWords, sinceWords } from "./since-words";

const t = translate(memoryWords, { language: "en", translations: null });

const mark: SinceMark = {
  memory_id: "01890000-0000-7000-8000-000000000001",
  since: "unchanged",
  status: "active",
  deleted: false,
  at: null,
  reason: null,
  fields: [],
};

it.each<[Partial<SinceMark>, string]>([
  [{}, "unchanged"],
  [{ since: "added" }, "added since"],
  [{ since: "returned" }, "active again"],
  [{ since: "changed", fields: ["statement"] }, "statement changed"],
  [
    { since: "changed", fields: ["statement", "tags", "citations"] },
    "statement, tags and cited lines changed",
  ],
  [{ since: "changed" }, "changed and changed back"],
  [{ since: "ended", status: "invalid" }, "invalidated since"],
  [{ since: "ended", status: "invalid", deleted: true }, "deleted since"],
  [{ since: "moved", status: "expired" }, "expired since"],
])("says of %o: %s", (changed, words) => {
  expect(sinceWords({ t, mark: { ...mark, ...changed } })).toBe(words);
});

it("counts how memories ended", () => {
  const none = {
    superseded: 0,
    invalid: 0,
    drifted: 0,
    expired: 0,
    quarantined: 0,
    deleted: 0,
    elsewhere: 0,
  };
  expect(endedWords({ t, ended_by: none })).toBe("");
  expect(endedWords({ t, ended_by: { ...none, invalid: 3, deleted: 1 } })).toBe("3 invalidated, 1 deleted");
});

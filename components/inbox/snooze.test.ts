import { afterEach, describe, expect, it, vi } from "vitest";
import { type InboxReference, MAX_REFERENCES } from "@/lib/inbox/contract";
import { snooze, undoSnooze } from "./snooze";

const NOW = new Date("2026-11-25T09:00:00.000Z");
const SOON = "2026-11-25T17:00:00.000Z";
const LATER = "2026-12-25T09:00:00.000Z";
const PASSED = "2026-11-25T08:00:00.000Z";

const item = (subject_id: string): InboxReference => ({ kind: "drift", subject_id });

type Asked = { items: InboxReference[]; until: string | null };

/** Answers what is asked with what `answer` says; an answer without a body is a failure. */
function serve(answer: (asked: Asked, index: number) => object | null): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    const json = answer(JSON.parse(body), asked.length - 1);
    return new Response(JSON.stringify(json), { status: json === null ? 503 : 200 });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe("snoozing", () => {
  it("says what was done when a later request fails", async () => {
    serve(({ items }, index) => {
      if (index === 1) return null;
      return { count: items.length, before: [] };
    });
    const items = Array.from({ length: MAX_REFERENCES * 2 + 1 }, (_, index) => item(`${index}`));
    const snoozed = await snooze(items, LATER);
    expect(snoozed.items).toEqual([...items.slice(0, MAX_REFERENCES), ...items.slice(MAX_REFERENCES * 2)]);
    expect(snoozed.failure).toMatchObject({ code: "unavailable" });
  });

  it("is undone to when each was snoozed before, or to now where that has passed", async () => {
    const before = [
      { ...item("a"), until: SOON },
      { ...item("b"), until: LATER },
      { ...item("c"), until: PASSED },
    ];
    const asked = serve(({ items }) => ({ count: items.length, before: [] }));
    const items = ["a", "b", "c", "d"].map(item);
    expect(await undoSnooze({ items, before, failure: null }, NOW)).toBeNull();
    expect(asked).toEqual([
      { items: [item("a")], until: SOON },
      { items: [item("b")], until: LATER },
      { items: [item("c"), item("d")], until: null },
    ]);
  });

  it("says why it could not be undone", async () => {
    serve(() => null);
    expect(await undoSnooze({ items: [item("a")], before: [], failure: null }, NOW)).toMatchObject({
      code: "unavailable",
    });
  });
});

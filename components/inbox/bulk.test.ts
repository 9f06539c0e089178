import { afterEach, describe, expect, it, vi } from "vitest";
import type { InboxReference } from "@/lib/inbox/contract";
import { MAX_DECIDED_AT_ONCE } from "@/lib/memories/contract";
import { bulkParts, decideAll, undoAll } from "./bulk";

/** Answers a request by its path and body; null is a failure. */
function serve(answer: (path: string, body: { ids?: string[] }) => object | null): void {
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const json = answer(url.replace("/api/v1", ""), JSON.parse(body));
    return new Response(JSON.stringify(json), { status: json === null ? 503 : 200 });
  });
}

afterEach(() => vi.unstubAllGlobals());

const itemsOf = (kind: InboxReference["kind"], ids: readonly string[]): InboxReference[] =>
  ids.map((subject_id) => ({ kind, subject_id }));

describe("a decision on many items", () => {
  it("says what was decided before and after a request that failed", async () => {
    const ids = Array.from({ length: MAX_DECIDED_AT_ONCE * 2 + 1 }, (_, index) => `m${index}`);
    serve((_path, { ids: some = [] }) => {
      if (some[0] === `m${MAX_DECIDED_AT_ONCE}`) return null;
      return { ids: some, refused: [] };
    });
    const { decided, failure } = await decideAll(bulkParts(itemsOf("drift", ids), "reject"), "Gone.");
    expect(decided.map(({ kind, ids: done }) => [kind, done])).toEqual([
      ["drift", [...ids.slice(0, MAX_DECIDED_AT_ONCE), ...ids.slice(MAX_DECIDED_AT_ONCE * 2)]],
    ]);
    expect(failure).toMatchObject({ code: "unavailable" });
  });

  it("leaves out what is decided one by one", async () => {
    serve((_path, { ids: some = [] }) => ({ ids: some, refused: [] }));
    const items = [...itemsOf("proposal", ["p"]), ...itemsOf("quarantine", ["q"])];
    const { decided, failure } = await decideAll(bulkParts(items, "reject"), "Gone.");
    expect(decided).toMatchObject([{ kind: "quarantine", ids: ["q"] }]);
    expect(failure).toBeNull();
  });

  it("is undone as far as the server undoes it, and says why the rest is not", async () => {
    serve((path) => {
      if (path.includes("second")) return null;
      return {};
    });
    const items = [...itemsOf("drift", ["first", "second"]), ...itemsOf("conflict", ["third"])];
    const undone = await undoAll(bulkParts(items, "reject"));
    expect(undone.ids).toEqual(["first", "third"]);
    expect(undone.failure).toMatchObject({ code: "unavailable" });
  });

  it("is undone without what has no undo", async () => {
    serve(() => ({}));
    const items = [...itemsOf("drift", ["first"]), ...itemsOf("conflict", ["second"])];
    expect(await undoAll(bulkParts(items, "accept"))).toEqual({ ids: ["second"], failure: null });
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { begin } from "./repository-work";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const FAILED = { id: ID, fetch_status: "failed", fetch_error: "The source does not answer." };
const PENDING = { id: ID, fetch_status: "pending", fetch_error: null };

/** Answers each request with what is next for its path; the last answer stays. */
function serve(answers: Record<string, object[]>) {
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    const [path, left = []] =
      Object.entries(answers).find(([ending]) => `${method} ${url}`.endsWith(ending)) ?? [];
    if (path === undefined) throw new Error(`nothing answers ${method} ${url}`);
    const answer = left.length > 1 ? left.shift() : left[0];
    return new Response(JSON.stringify(answer), { status: 200 });
  });
}

afterEach(() => vi.unstubAllGlobals());

describe("work on a repository", () => {
  it("has ended when a fetch fails again for the reason that it failed for before", async () => {
    serve({
      [`POST /api/v1/repositories/${ID}/fetch`]: [PENDING],
      [`/repositories/${ID}`]: [PENDING, FAILED],
    });
    const look = await begin("fetch", ID);
    expect(await look()).toBeNull();
    expect(await look()).toEqual({ repository: FAILED, run: null });
  });

  it("has ended at once where a folder on the server was fetched", async () => {
    const ready = { id: ID, fetch_status: "ready", fetch_error: null };
    serve({ [`POST /api/v1/repositories/${ID}/fetch`]: [ready] });
    const look = await begin("fetch", ID);
    expect(await look()).toEqual({ repository: ready, run: null });
  });

  it("has ended with its run when a check could not fetch, as before, and checked nothing", async () => {
    const run = { id: "run", status: "failed", error: "The repository could not be read." };
    serve({
      [`POST /api/v1/repositories/${ID}/check`]: [{ enqueued: true, repository_id: ID, check_id: "run" }],
      "/repository-checks/run": [{ ...run, status: "running" }, run],
      [`/repositories/${ID}`]: [FAILED],
    });
    const look = await begin("check", ID);
    expect(await look()).toBeNull();
    expect(await look()).toEqual({ repository: FAILED, run });
  });
});

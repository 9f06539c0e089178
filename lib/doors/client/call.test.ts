import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { callerOf } from "./call";

const thingGet = defineContract({
  name: "thing_get",
  module: "memories",
  summary: "An operation of this test",
  permission: "memories:read",
  reach: "repository",
  effect: "read",
  reads: ["memories"],
  input: z.strictObject({ thing_id: z.string() }),
  output: z.strictObject({}),
  http: { method: "GET", path: "/things/{thing_id}", status: 200 },
});

const call = callerOf({ base_url: "https://casebook.example" });
const get = () => call(thingGet, { thing_id: "one" });

function answerWith(body: string, { status, headers = {} }: { status: number; headers?: HeadersInit }) {
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers }));
}

afterEach(() => vi.unstubAllGlobals());

describe("a failed call", () => {
  it("has the words of the problem that this server answered, and how long to wait", async () => {
    const problem = {
      code: "rate_limited",
      status: 429,
      title: "Slow down",
      detail: "Too many.",
      remedy: "Wait.",
    };
    answerWith(JSON.stringify(problem), { status: 429, headers: { "Retry-After": "7" } });
    await expect(get()).rejects.toMatchObject({ ...pick(problem), retry_after_seconds: 7, errors: [] });
  });

  it.each([
    ["a problem of a proxy", JSON.stringify({ type: "about:blank", title: "Bad Gateway", status: 502 })],
    [
      "a problem with the fields of another product",
      JSON.stringify({ code: 14, detail: "upstream connect error", status: 503 }),
    ],
    ["a page", "<html><h1>503 Service Unavailable</h1></html>"],
    ["a list", "[]"],
    ["null", "null"],
    ["nothing", ""],
  ])("has words of its own when the answer is %s", async (_, body) => {
    answerWith(body, { status: 503 });
    await expect(get()).rejects.toMatchObject({
      code: "unavailable",
      status: 503,
      message: "The server answered 503 without an explanation.",
      remedy: "Try again; if it persists, see the server's log.",
    });
  });

  it("says that nobody answered when the network fails", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
    await expect(get()).rejects.toMatchObject({ code: "unreachable", status: 0 });
  });

  it("is the cancellation itself when it was cancelled", async () => {
    const cancelled = new DOMException("stopped", "AbortError");
    vi.stubGlobal("fetch", () => Promise.reject(cancelled));
    await expect(get()).rejects.toBe(cancelled);
  });
});

function pick({
  code,
  status,
  detail,
  remedy,
}: {
  code: string;
  status: number;
  detail: string;
  remedy: string;
}) {
  return { code, status, message: detail, remedy };
}

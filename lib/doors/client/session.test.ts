import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { ApiError, type Caller } from "./call";
import { onLoginEnded, outliving, type SignInAgain } from "./session";

const contract = defineContract({
  name: "test_get",
  module: "memories",
  summary: "An operation of this test",
  effect: "read",
  reads: ["memories"],
  permission: "memories:read",
  reach: "repository",
  http: { method: "GET", path: "/test", status: 200 },
  input: z.strictObject({}),
  output: z.strictObject({}),
});

const refusal = (code: "unauthenticated" | "permission_denied", status: number) =>
  new ApiError({ code, status, title: "Refused", detail: "Refused.", remedy: "Sign in." });

/** A server that knows the login or not. */
const server = { signedIn: false, carriedOut: 0 };

const direct: Caller = async () => {
  if (!server.signedIn) throw refusal("unauthenticated", 401);
  server.carriedOut += 1;
  return {} as never;
};
const call = outliving(direct);

const asked = vi.fn<SignInAgain>();
let forget = () => {};
beforeEach(() => {
  Object.assign(server, { signedIn: false, carriedOut: 0 });
  asked.mockReset();
  forget = onLoginEnded(asked);
});
afterEach(() => forget());

describe("a call that finds the login ended", () => {
  it("is made again once the person has signed in, and asks once for several calls", async () => {
    asked.mockImplementation(async () => {
      server.signedIn = true;
      return true;
    });
    await Promise.all([call(contract, {}), call(contract, {}), call(contract, {})]);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(server.carriedOut).toBe(3);
  });

  it("fails as it did when the person does not sign in, or another one does", async () => {
    asked.mockResolvedValue(false);
    await expect(call(contract, {})).rejects.toMatchObject({ code: "unauthenticated" });
    expect(server.carriedOut).toBe(0);
  });

  it("is not made again when it was given up meanwhile", async () => {
    const controller = new AbortController();
    asked.mockImplementation(async () => {
      server.signedIn = true;
      controller.abort();
      return true;
    });
    await expect(call(contract, {}, { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(server.carriedOut).toBe(0);
  });

  it("asks again when a later login ends", async () => {
    asked.mockImplementation(async () => {
      server.signedIn = true;
      return true;
    });
    await call(contract, {});
    server.signedIn = false;
    await call(contract, {});
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("asks nobody when it is refused for another reason", async () => {
    const forbidden = outliving(() => Promise.reject(refusal("permission_denied", 403)));
    await expect(forbidden(contract, {})).rejects.toMatchObject({ code: "permission_denied" });
    expect(asked).not.toHaveBeenCalled();
  });
});

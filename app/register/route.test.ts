import { describe, expect, it } from "vitest";
import { GET, POST } from "../.well-known/[...path]/route";
import { POST as REGISTER } from "./route";

describe("a look for OAuth", () => {
  it("is answered with 404 in JSON, which a client can print", async () => {
    for (const answer of [GET, POST, REGISTER]) {
      const response = await answer(new Request("http://localhost:3000/.well-known/oauth"));
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toContain("json");
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
  });
});

import { describe, expect, it } from "vitest";
import { GET, POST } from "../.well-known/[...path]/route";
import { POST as REGISTER } from "./route";

describe("a look for OAuth", () => {
  it("is answered with 404 in JSON, which a client can print", async () => {
    for (const response of [GET(), POST(), REGISTER()]) {
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toContain("json");
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
  });
});

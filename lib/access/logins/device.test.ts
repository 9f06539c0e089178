import { expect, it } from "vitest";
import { deviceOf } from "./device";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox 142 on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari 18 on iOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    "Microsoft Edge 141 on Windows",
  ],
  ["", "unknown"],
])("names the browser and the system of %s", (user_agent, device) => {
  expect(deviceOf(user_agent)).toBe(device);
});

it("says something of a header that names neither", () => {
  expect(deviceOf("   ")).not.toBe("");
});

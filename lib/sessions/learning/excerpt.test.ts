import { expect, it } from "vitest";
import { allLines, outline } from "@/lib/text/outline";
import { excerptOf } from "./excerpt";

const line = (at: number) => `Line ${at} of a long answer about tides, locks and harbours.\n`;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => line(from + at)).join("");
const proseOf = (text: string) => [...allLines(outline(text))].map((one) => one.text).join("\n");

it("leaves a short answer as it is, without secrets and characters that no store can keep", async () => {
  const secret = `ghp_${"aB3dE6gH9j".repeat(4).slice(0, 36)}`;
  const { text, left_out } = await excerptOf(`Use the key ${secret}\u0000 of ada@example.org.`);
  expect(text).toBe("Use the key [TOKEN] of [EMAIL].");
  expect(left_out).toBe(0);
});

it("keeps the beginning and the end of a long one, with a mark of how much is left out", async () => {
  const answer = lines(0, 2_000);
  const { text, left_out } = await excerptOf(answer);
  expect(text.startsWith(line(0))).toBe(true);
  expect(text.endsWith(line(1_999))).toBe(true);
  expect(text).toContain(`[… about ${left_out} characters are left out here …]`);
  expect(text.length).toBeLessThan(20_200);
  expect(left_out).toBe(answer.length - 20_000);
});

it("leaves no half of a secret where it cuts", async () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7bq0Zk\n".repeat(60)}-----END RSA PRIVATE KEY-----\n`;
  for (const at of [10_800, 11_400, 11_990]) {
    const begin = lines(0, 400).slice(0, at);
    const end = lines(0, 800);
    const { text } = await excerptOf(`${begin}\n${key}${end}${key}${lines(0, 400).slice(0, 18_000 - at)}`);
    expect(text).not.toContain("MIIEpAIBAAKCAQEA");
  }
});

it("keeps code that it cuts as code, and prose after it as prose", async () => {
  const code = (word: string) => `\`\`\`ts\n${`const ${word} = lock();\n`.repeat(700)}\`\`\`\n`;
  const { text } = await excerptOf(`${lines(0, 100)}${code("first")}${code("last")}\nThe end is prose.\n`);
  expect(text).toContain("const first");
  expect(text).toContain("const last");
  const prose = proseOf(text);
  expect(prose).not.toContain("lock()");
  expect(prose).toContain("left out here");
  expect(prose).toContain("The end is prose.");
});

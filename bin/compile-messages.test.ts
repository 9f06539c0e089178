import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compileMessages } from "./compile-messages";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "messages-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes the texts of one area in both languages. */
async function write(texts: { en: Record<string, string>; de: Record<string, string> }): Promise<void> {
  for (const [language, entries] of Object.entries(texts)) {
    await mkdir(path.join(folder, language), { recursive: true });
    await writeFile(
      path.join(folder, language, "agent-keys.ts"),
      `export default ${JSON.stringify(entries)};`,
    );
  }
}

test("an area is named after its file, and has the types of its arguments", async () => {
  await write({
    en: {
      title: "Keys",
      found: "{count, plural, one {# key} other {# keys}} of {agent}",
      help: "Read <link>the help</link> until {day, date}",
      state: "{state, select, open {open} other {closed}}",
    },
    de: {
      title: "Schlüssel",
      found: "{count, plural, one {# Schlüssel} other {# Schlüssel}} von {agent}",
      help: "Lesen Sie bis {day, date} <link>die Hilfe</link>",
      state: "{state, select, open {offen} other {zu}}",
    },
  });
  const modules = await compileMessages(folder);
  expect([...modules.keys()]).toEqual(["agent-keys.ts", "languages/de.ts"]);
  const english = modules.get("agent-keys.ts");
  expect(english).toContain("export const agentKeys: Area<Arguments>");
  expect(english).toContain("title: {  };");
  expect(english).toContain("found: { count: number; agent: string | number };");
  expect(english).toContain("help: { link: Tag; day: Date };");
  expect(english).toContain("state: { state: string };");
  expect(modules.get("languages/de.ts")).toContain('agentKeys: {"title":"Schlüssel"');
});

test.each([
  [
    "a text that is no message",
    { a: "{count, plural, one {x}}" },
    { a: "x" },
    /en\/agent-keys\.ts: a is no ICU message/,
  ],
  ["a text without a translation", { a: "x", b: "y" }, { a: "x" }, /de\/agent-keys\.ts: b is not translated/],
  ["a translation of nothing", { a: "x" }, { a: "x", c: "z" }, /de\/agent-keys\.ts: c is no text in English/],
  [
    "a translation that lost an argument",
    { a: "{n} x" },
    { a: "x" },
    /a has the arguments none, in English n/,
  ],
  ["a translation that lost a tag", { a: "<b>x</b>" }, { a: "x" }, /a has the arguments none, in English b/],
])("%s is refused with its place", async (_, en, de, message) => {
  await write({ en, de });
  await expect(compileMessages(folder)).rejects.toThrow(message);
});

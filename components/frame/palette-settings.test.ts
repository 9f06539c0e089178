import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settingsSchema } from "@/lib/access/contract";
import { frameSettings } from "@/messages/compiled/frame-settings";
import { LANGUAGES } from "@/messages/languages";
import type { Texts } from "@/messages/message";
import { translate } from "@/messages/translate";
import { SETTING_ENTRIES, settingHref } from "./palette-settings";

const t = translate(frameSettings, { language: "en", translations: null });
const MESSAGES = fileURLToPath(new URL("../../messages", import.meta.url));
const OWN = "frame-settings.ts";

const textsOf = async (language: string, file: string): Promise<Texts> =>
  (await import(/* @vite-ignore */ join(MESSAGES, language, file))).default;

/** Each English text of the other areas beside what it is in a language. */
async function pairsIn(language: string): Promise<Set<string>> {
  const pairs = new Set<string>();
  for (const file of readdirSync(join(MESSAGES, "en")).filter((name) => name !== OWN)) {
    const [english, translated] = [await textsOf("en", file), await textsOf(language, file)];
    for (const [key, text] of Object.entries(english)) pairs.add(`${text}\n${translated[key]}`);
  }
  return pairs;
}

test("every setting of the organization is found", () => {
  const found = SETTING_ENTRIES.flatMap(({ settings = [] }) => settings);
  expect([...found].sort()).toEqual(Object.keys(settingsSchema.shape).sort());
});

test("every entry has a name and an address of its own", () => {
  expect(new Set(SETTING_ENTRIES.map(({ name }) => t(name))).size).toBe(SETTING_ENTRIES.length);
  expect(new Set(SETTING_ENTRIES.map((entry) => settingHref(entry, t))).size).toBe(SETTING_ENTRIES.length);
});

test("the address names the field", () => {
  expect(settingHref({ path: "/settings/organization", field: "high_rejection_rate_field" }, t)).toBe(
    "/settings/organization?field=Rejection+rate+from+%28%25%29",
  );
});

test("in every language a field is called as its screen calls it, or it would not be found there", async () => {
  for (const language of LANGUAGES.filter((each) => each !== "en")) {
    const [english, own, pairs] = [
      await textsOf("en", OWN),
      await textsOf(language, OWN),
      await pairsIn(language),
    ];
    const unknown = SETTING_ENTRIES.flatMap(({ field = [] }) => field).filter(
      (field) => !pairs.has(`${english[field]}\n${own[field]}`),
    );
    expect(unknown, language).toEqual([]);
  }
});

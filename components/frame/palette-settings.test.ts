import { expect, test } from "vitest";
import { settingsSchema } from "@/lib/access/contract";
import { SETTING_ENTRIES, settingHref } from "./palette-settings";

test("every setting of the organization is found", () => {
  const found = SETTING_ENTRIES.flatMap(({ settings = [] }) => settings);
  expect([...found].sort()).toEqual(Object.keys(settingsSchema.shape).sort());
});

test("every entry has a name and an address of its own", () => {
  expect(new Set(SETTING_ENTRIES.map(({ name }) => name)).size).toBe(SETTING_ENTRIES.length);
  expect(new Set(SETTING_ENTRIES.map(settingHref)).size).toBe(SETTING_ENTRIES.length);
});

test("the address names the field", () => {
  expect(settingHref({ path: "/settings/organization", field: "Rejection rate from (%)" })).toBe(
    "/settings/organization?field=Rejection+rate+from+%28%25%29",
  );
});

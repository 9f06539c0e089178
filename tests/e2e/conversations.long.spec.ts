import { asPerson, daysOf, expectFits } from "./conversations";
import { api, expect, test } from "./fixtures";

test("a log of 10,000 messages is read in parts, and only what taught something when that is asked", async ({
  page,
}) => {
  test.setTimeout(360_000);
  await page.goto("/conversations");
  // What a first try left behind.
  for (const { id } of await daysOf(page, "demo-agent"))
    await asPerson(page, "DELETE", `/conversations/${id}`);
  const message = (n: number) =>
    n % 500 === 0 ? `Our locker ${n} has a key of its own in the safe.` : `Message number ${n}?`;
  for (let part = 0; part < 10; part += 1)
    await api("POST", "/conversations", {
      source: "load",
      messages: Array.from({ length: 1_000 }, (_, n) => ({
        speaker: "user",
        text: message(part * 1_000 + n + 1),
      })),
    });
  const [day] = await daysOf(page, "demo-agent");
  await page.goto(`/conversations/${day?.id}`);
  await expect(page.getByText("1–100 of 10,000").first()).toBeVisible();
  await page.getByRole("spinbutton", { name: "Number of a line" }).fill("5000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("5,000–5,099 of 10,000").first()).toBeVisible();
  await expect(page.getByText("not read yet").first()).toBeVisible();
  await expectFits(page, "long-day");
  await page.getByRole("button", { name: "Read now" }).click();
  await expect(page.getByText("20 facts learned")).toBeVisible({ timeout: 240_000 });
  await page.getByRole("radio", { name: "With facts" }).click();
  await expect(page.getByText("1–20 of 20").first()).toBeVisible();
  const erased = await asPerson(page, "DELETE", `/conversations/${day?.id}`);
  expect(erased.answer).toEqual({ lines: 10_000, facts: 20 });
});

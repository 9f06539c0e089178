import { api, expect, test } from "./fixtures";
import { asLead } from "./stories";

type Memory = { id: string; status: string };

test("after a decision that cannot be undone, z does not undo the one before it", async ({ page }) => {
  const { memory } = await api<{ memory: Memory }>("POST", "/memories", {
    kind: "fact",
    scope: "global",
    category: "undo",
    statement: "Bollards are painted yellow each spring.",
  });
  const status = async () => (await api<Memory>("GET", `/memories/${memory.id}`)).status;
  await page.goto(`/memories/${memory.id}`);
  await page.getByRole("button", { name: "Invalidate", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("They are painted white.");
  await page.getByRole("dialog").getByRole("button", { name: "Invalidate" }).click();
  await expect.poll(status).toBe("invalid");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("Memory restored").first()).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Citations" })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: /^Drift queue/ })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.locator("#live-region")).toContainText("There is nothing to undo.");
  expect(await status()).toBe("active");
});

test("loading a pack can be undone, unless a part of it was loaded before", async ({ page }) => {
  const remove = () => asLead(page, "POST", "/framework-packs/express/remove", {});
  await remove();
  const { memory_ids } = await asLead(page, "POST", "/framework-packs/express/load", {});
  await remove();
  await asLead(page, "POST", `/memories/${memory_ids[0]}/restore`, {});
  const pack = page.getByRole("region", { name: "Express" });
  const undo = page.getByRole("button", { name: "Undo", exact: true });

  await page.goto("/skills/packs");
  await pack.getByRole("button", { name: "Update Express" }).click();
  await expect(page.getByText(/^Express: \d+ entries loaded$/)).toBeVisible();
  await expect(undo).toHaveCount(0);

  await remove();
  await page.reload();
  await pack.getByRole("button", { name: "Load Express" }).click();
  await expect(page.getByText(/^Express: \d+ entries loaded$/)).toBeVisible();
  await undo.click();
  await expect(page.getByText(/^Express: \d+ entries removed$/)).toBeVisible();
});

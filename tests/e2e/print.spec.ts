import { api, expect, test } from "./fixtures";

type Listed = { items: { id: string }[] };

test.describe("on paper", () => {
  test.use({ colorScheme: "dark" });

  test("a page is its content, dark on white, with its links", async ({ page }) => {
    const { items } = await api<Listed>("GET", "/memories?limit=1");
    for (const path of ["/", "/memories", `/memories/${items[0]?.id}`, "/reviews/findings"]) {
      await page.emulateMedia({ media: "screen", colorScheme: "dark" });
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Sections" })).toBeHidden();
      await expect(page.getByRole("banner")).toBeHidden();
      const { background, ink } = await page.evaluate(() => {
        const luminance = (colour: string) => {
          const canvas = document.createElement("canvas").getContext("2d");
          if (canvas === null) throw new Error("no canvas");
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0;
        };
        const { backgroundColor, color } = getComputedStyle(document.body);
        return { background: luminance(backgroundColor), ink: luminance(color) };
      });
      expect(background).toBeGreaterThan(230);
      expect(ink).toBeLessThan(80);
      const cut = await page
        .locator("#main :is(p, td, dd, a):not(.sr-only)")
        .evaluateAll(
          (elements) =>
            elements.filter(
              (element) =>
                element.scrollWidth > element.clientWidth + 1 &&
                getComputedStyle(element).overflowX === "hidden",
            ).length,
        );
      expect(cut).toBe(0);
      const [link] = await page.locator("#main a[href]:visible").all();
      if (link) expect(await link.evaluate((a) => getComputedStyle(a).textDecorationLine)).toBe("underline");
    }
  });
});

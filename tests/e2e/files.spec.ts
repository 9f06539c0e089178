import type { Page } from "@playwright/test";
import { api, expect, expectAccessible, expectToFit, test } from "./fixtures";
import { picture } from "./pictures";

const REPOSITORY = "harbor/service";
const FILE = "src/bookings/pricing.ts";

type FileMemories = {
  commit_sha: string;
  items: {
    memory: { id: string; statement: string };
    citation: { id: string };
    path: string | null;
    line_start: number | null;
    line_end: number | null;
  }[];
};

/** A memory of the demo that stands on lines of the file. */
async function citedMemory() {
  const query = new URLSearchParams({ repository: REPOSITORY, path: FILE });
  const { items, commit_sha } = await api<FileMemories>("GET", `/memories/by-file?${query}`);
  const found = items.find(({ path, line_start }) => path === FILE && line_start !== null);
  if (!found) throw new Error("the demo has a memory about prices");
  return { ...found, commit_sha };
}

async function repositoryId(): Promise<string> {
  const { items } = await api<{ items: { id: string }[] }>("GET", `/repositories?name=${REPOSITORY}`);
  return items[0]?.id ?? "";
}

async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test.describe("on a laptop", () => {
  test.use({ viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });

  test("a folder says how it stands, a file what is known of its lines, and a link leads there again", async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000);
    const known = await citedMemory();
    const id = await repositoryId();
    await page.goto(`/citations/repositories/${id}`);
    await page.getByRole("link", { name: "Browse files" }).click();
    await expect(page.getByRole("heading", { level: 1, name: REPOSITORY })).toBeVisible();

    await test.step("rates stand beside folders, with their sample, and lead to their rows", async () => {
      const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "src/" }) });
      await expect(row.locator("[data-measure^=memories_citing]")).toContainText(/\d+ memor/);
      await expect(row.locator("[data-measure^=citations_holding]")).toContainText(/\d+\s%.*n = \d+/);
      await expect(row.locator("[data-measure^=rejection_rate]")).toContainText(/\[\d+–\d+\].*n = \d+/);
      await picture(page, "files-root");
      await expectAccessibleInBoth(page);
      await row.getByRole("link", { name: "src/" }).click();
      await expect(page).toHaveURL(/path=src$/);
    });

    await test.step("the tree is walked by keys, and Enter opens", async () => {
      const tree = page.getByRole("navigation", { name: "Files" });
      await expect(tree.getByRole("link", { name: "bookings" })).toBeVisible();
      await tree.getByRole("link", { name: "src", exact: true }).focus();
      await page.keyboard.press("j");
      await expect(tree.getByRole("link", { name: "bookings" })).toBeFocused();
      await page.keyboard.press("ArrowRight");
      await expect(tree.getByRole("link", { name: "pricing.ts" })).toBeVisible();
      await page.keyboard.press("j");
      await expect(tree.getByRole("link", { name: "pricing.ts" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "pricing.ts" })).toBeVisible();
    });

    const drawer = page.getByRole("dialog");
    const code = page.getByRole("group", { name: new RegExp(`^${FILE}`) });
    await test.step("j goes to the first mark, Enter opens it beside the code, and Escape closes it", async () => {
      await expect(code.locator(`[data-mark-line="${known.line_start}"]`)).toBeVisible();
      await picture(page, "files-file");
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.keyboard.press("j");
      const mark = code.locator("button[data-mark-line]").first();
      await expect(mark).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(code.locator("button[data-mark-line]").nth(1)).toBeFocused();
      await page.keyboard.press("k");
      await expect(mark).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(drawer).toBeVisible();
      await expect(page).toHaveURL(/mark=\w+-.*#L\d+/);
      await page.keyboard.press("Escape");
      await expect(drawer).toBeHidden();
      await expect(page).not.toHaveURL(/mark=/);
    });

    await test.step("a mark leads to its memory, and back to the same place", async () => {
      await code.locator(`[data-mark-line="${known.line_start}"]`).click();
      const other = drawer.getByRole("button", { name: known.memory.statement });
      const link = drawer.getByRole("link", { name: "Open the memory" });
      await expect(drawer).toContainText(known.memory.statement);
      if ((await other.count()) > 0) await other.first().click();
      await expect(link).toHaveAttribute("href", `/memories/${known.memory.id}`);
      await picture(page, "files-mark");
      await expectAccessibleInBoth(page);
      const here = page.url();
      await link.click();
      await expect(page).toHaveURL(new RegExp(`/memories/${known.memory.id}$`));
      await page.goBack();
      await expect(page).toHaveURL(here);
      await expect(link).toHaveAttribute("href", `/memories/${known.memory.id}`);
      await page.reload();
      await expect(link).toHaveAttribute("href", `/memories/${known.memory.id}`);
    });

    await test.step("a copied link opens the same lines of the same commit in a new page", async () => {
      await page.goto(`/citations/repositories/${id}/files?path=${FILE}`);
      await code.getByRole("link", { name: "Choose line 2", exact: true }).click();
      await code.getByRole("link", { name: "Choose line 4", exact: true }).click({ modifiers: ["Shift"] });
      await expect(page).toHaveURL(/#L2-L4$/);
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(new URL(link).pathname).toBe(`/repositories/${REPOSITORY}/files/${FILE}`);
      expect(link).toMatch(new RegExp(`at=${known.commit_sha}#L2-L4$`));
      const other = await context.newPage();
      await other.goto(link);
      await expect(other.getByRole("heading", { level: 1, name: "pricing.ts" })).toBeVisible();
      await expect(other.locator("[data-line][aria-current=true]")).toHaveCount(3);
      await expect(other).toHaveURL(/path=.*&at=\w{40}#L2-L4$/);
      await other.reload();
      await expect(other.locator("[data-line][aria-current=true]")).toHaveCount(3);
      await other.close();
    });

    await test.step("typing finds a file, and a ref that is not known says so and leads back to the head", async () => {
      await page.keyboard.press("t");
      await page.getByPlaceholder(/Letters of the path/).fill("bkstore:3");
      await expect(page.getByRole("option", { name: "src/bookings/store.ts" })).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "store.ts" })).toBeVisible();
      await expect(page).toHaveURL(/#L3$/);
      // A page of its own: what it is refused is an error in its console too.
      const lost = await context.newPage();
      await lost.goto(`/citations/repositories/${id}/files?path=${FILE}&at=no-such-branch`);
      await expect(lost.getByText(/no branch, tag or commit no-such-branch/).first()).toBeVisible();
      await picture(lost, "files-unknown-ref");
      await lost.getByRole("button", { name: "Show the head" }).click();
      await expect(lost.getByRole("heading", { level: 1, name: "pricing.ts" })).toBeVisible();
      await expect(lost.getByRole("group", { name: new RegExp(`^${FILE}`) })).toBeVisible();
      await lost.close();
    });
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("the tree is a sheet, and the gutter is pressed with a finger", async ({ page }) => {
    test.setTimeout(120_000);
    const known = await citedMemory();
    const id = await repositoryId();
    await page.goto(`/citations/repositories/${id}/files?path=src`);
    await expect(page.getByRole("heading", { level: 1, name: "src" })).toBeVisible();
    await expect(page.locator("[data-measure^=memories_citing]").first()).toBeVisible();
    await expectToFit(page);
    await expectAccessibleInBoth(page);

    await page.getByRole("button", { name: "Files", exact: true }).click();
    const tree = page.getByRole("navigation", { name: "Files" });
    await tree.getByRole("button", { name: "Expand bookings" }).click();
    await expectAccessible(page);
    await tree.getByRole("link", { name: "pricing.ts" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "pricing.ts" })).toBeVisible();

    const mark = page.locator(`[data-mark-line="${known.line_start}"]`);
    await expect(mark).toBeVisible();
    const box = await mark.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
    await expectToFit(page);
    await expectAccessibleInBoth(page);
    await mark.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessibleInBoth(page);
  });
});

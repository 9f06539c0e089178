import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { api, expect, expectAccessible, expectToFit, server, test } from "./fixtures";
import { demoFolder, gitIn } from "./git";

const REPOSITORY = "harbor/service";
const FILE = "docs/desk.md";

type Citation = { id: string; status: string; snippet: string | null };
type Memory = { id: string; status: string; superseded_by: string | null; citations: Citation[] };
type Page<T> = { items: T[]; total: number };

const folder = () => demoFolder("harbor");
const memory = (id: string) => api<Memory>("GET", `/memories/${id}`);

const git = (...args: string[]) => gitIn(folder(), args);

const RULES = ["Berths are counted from the pier.", "Prices are in cents.", "Names are never shortened."];

/** Three memories that cite a line each of a new file, all of whose lines then change; answers them once they drifted. */
async function drift(): Promise<{ ids: string[]; repository_id: string }> {
  await writeFile(
    path.join(folder(), FILE),
    RULES.map((rule) => `- ${rule} It is so everywhere.\n`).join("\n"),
  );
  git("add", FILE);
  git("commit", "--quiet", "--message=Say what the queue is tried on");
  const ids: string[] = [];
  for (const [index, rule] of RULES.entries()) {
    const { memory: stored } = await api<{ memory: Memory }>("POST", "/memories", {
      kind: "procedure",
      repository: REPOSITORY,
      statement: rule,
      citations: [{ path: FILE, line_start: index * 2 + 1, line_end: index * 2 + 1 }],
    });
    ids.push(stored.id);
  }
  const text = await readFile(path.join(folder(), FILE), "utf8");
  await writeFile(path.join(folder(), FILE), text.replaceAll("everywhere", "in one harbour only"));
  git("commit", "--all", "--quiet", "--message=Narrow what the queue is tried on");
  for (const id of ids) await api("POST", `/memories/${id}/verify`, {});
  const { items } = await api<Page<{ id: string; name: string }>>("GET", "/repositories");
  return { ids, repository_id: items.find(({ name }) => name === REPOSITORY)?.id ?? "" };
}

test("the queue is worked by keys alone: move, supersede, invalidate, undo, decide on several", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { ids, repository_id } = await drift();
  for (const id of ids) expect((await memory(id)).status).toBe("drifted");
  await page.goto("/citations?kind=procedure");
  const queue = page.getByRole("list", { name: "Drift queue" });
  await expect(queue.getByRole("listitem")).toHaveCount(3);
  const heading = page.locator("#drift-heading");
  const marked = queue.locator("[aria-current=true]");
  const idOf = () => marked.getAttribute("data-drift");

  await test.step("then and now stand side by side, the changed words marked", async () => {
    await expect(page.locator("mark").filter({ hasText: "everywhere" }).first()).toBeVisible();
    await expect(page.locator("mark").filter({ hasText: "harbour" }).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("j and k move, and the row in focus is the one shown", async () => {
    const first = await idOf();
    await page.keyboard.press("j");
    await expect(marked).not.toHaveAttribute("data-drift", first ?? "");
    await expect(marked).toBeFocused();
    await page.keyboard.press("k");
    await expect(marked).toHaveAttribute("data-drift", first ?? "");
  });

  const superseded = (await idOf()) ?? "";
  const supersede = async () => {
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Path of citation 1")).toHaveValue(FILE);
    await expect(dialog.getByLabel("What is true now")).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`It is so in one harbour only (${superseded.slice(-4)}).`);
    await dialog.getByRole("button", { name: "Supersede" }).press("Enter");
    await expect(queue.getByRole("listitem")).toHaveCount(2);
    await expect(marked).toBeFocused();
    await expect(page.locator("#live-region")).toContainText("Superseded. Next:");
    const old = await memory(superseded);
    expect(old.status).toBe("superseded");
    expect((await memory(old.superseded_by ?? "")).status).toBe("active");
    return old.superseded_by ?? "";
  };
  await test.step("e supersedes with the lines as they stand now, the next is shown, and z takes it back", async () => {
    const correction = await supersede();
    await page.keyboard.press("z");
    await expect.poll(async () => (await memory(superseded)).status).toBe("drifted");
    await expect(memory(correction)).rejects.toThrow("404");
    await expect(queue.getByRole("listitem")).toHaveCount(3);
    await expect(marked).toHaveAttribute("data-drift", superseded);
    await supersede();
  });

  const invalidated = (await idOf()) ?? "";
  await test.step("r invalidates with a reason, z takes it back", async () => {
    await page.keyboard.press("r");
    await page.getByRole("dialog").getByLabel("Reason").fill("It is narrower now.");
    await page.getByRole("dialog").getByRole("button", { name: "Invalidate" }).press("Enter");
    await expect.poll(async () => (await memory(invalidated)).status).toBe("invalid");
    await expect(queue.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("z");
    await expect.poll(async () => (await memory(invalidated)).status).toBe("drifted");
    await expect(queue.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("a cites the new lines as they were shown, and z takes it back", async () => {
    await expect(marked).toHaveCount(1);
    const shown = page.getByRole("region", { name: "The new citation" }).getByRole("group");
    await expect(shown).toContainText("in one harbour only");
    const text = (await shown.locator("code").allInnerTexts()).join("");
    const id = (await idOf()) ?? "";
    await page.keyboard.press("a");
    await expect.poll(async () => (await memory(id)).status).toBe("active");
    const { citations } = await memory(id);
    expect(citations).toMatchObject([{ status: "unchanged", snippet: text.trimEnd() }]);
    await page.keyboard.press("z");
    await expect.poll(async () => (await memory(id)).status).toBe("drifted");
    await expect(queue.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("t does not confirm what does not hold, and says so", async () => {
    await expect(marked).toHaveCount(1);
    // Keys wait as buttons do while the last decision is undone.
    await expect(page.getByRole("button", { name: /^Refresh/ }).first()).toBeEnabled();
    await page.keyboard.press("t");
    await expect(page.getByText("Not refreshed: a citation is edited or missing").first()).toBeVisible();
    await expect(queue.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("x selects, and several are decided on with a count, and undone", async () => {
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByText("2 selected").first()).toBeVisible();
    await page.getByRole("button", { name: "Invalidate", exact: true }).first().click();
    await page.getByRole("dialog").getByLabel("Reason").fill("Both are narrower now.");
    await page.getByRole("dialog").getByRole("button", { name: "Invalidate 2" }).press("Enter");
    await expect(page.getByText("No drifted memory matches these filters")).toBeVisible();
    await page.keyboard.press("z");
    await expect(queue.getByRole("listitem")).toHaveCount(2);
    await expect(heading).toBeVisible();
  });

  await test.step("on the page of a memory a offers to cite the new lines, and t checks again", async () => {
    await page.goto(`/memories/${ids.find((id) => id !== superseded)}`);
    const recite = page.getByRole("button", { name: "Still true: cite the new lines" });
    await expect(recite).toHaveAttribute("aria-keyshortcuts", "a");
    const dialog = page.getByRole("dialog");
    // The page is read before it listens to keys.
    await expect(async () => {
      await page.keyboard.press("a");
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("t");
    await expect(page.getByText("Not refreshed: a citation is edited or missing").first()).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step("the repository page counts what changed, and each number opens its rows", async () => {
    await page.goto(`/citations/repositories/${repository_id}`);
    await expect(page.getByRole("heading", { level: 1, name: REPOSITORY })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Drift over time" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "docs/" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "desk.md" });
    await row.getByRole("link", { name: /2\s*edited/ }).click();
    await expect(page).toHaveURL(/status=edited/);
    await expect(page.getByText(/of 2\b/).first()).toBeVisible();
  });

  await test.step("the citation's own page tells its way, check by check", async () => {
    const { citations } = await memory(ids.find((id) => id !== superseded) ?? "");
    await page.goto(`/citations/${citations[0]?.id}`);
    const history = page.getByRole("list", { name: "History of the citation" });
    await expect(history.getByRole("listitem").first()).toContainText("edited");
    await expect(history.getByRole("listitem").last()).toContainText("Cited as");
    await history.getByRole("button", { name: "Then and now at this check" }).first().click();
    await expect(history.locator("mark").first()).toBeVisible();
    await expectAccessible(page);
  });
});

test("on a phone one memory is seen at a time, its decisions at the foot, in one column", async ({
  browser,
  login,
}) => {
  const context = await browser.newContext({
    baseURL: server().url,
    storageState: login,
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  const page = await context.newPage();
  await page.goto("/citations");
  const row = page.getByRole("list", { name: "Drift queue" }).getByRole("button").first();
  await row.click();
  await expect(page.locator("#drift-heading")).toBeFocused();
  await expect(page.getByRole("button", { name: "Supersede" })).toBeInViewport();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Queue" }).click();
  await expect(row).toBeVisible();
  await context.close();
});

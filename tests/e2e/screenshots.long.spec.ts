/**
 * Pictures of every screen from the demo: `npm run screenshots`. All sizes and themes go to test-results/screenshots, to be
 * looked at; what is shown to readers, on a laptop in the light, goes to docs/screenshots with docs/screens.md around it.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, server, test } from "./fixtures";
import { SCREENS } from "./screens-list";
import { asLead } from "./stories";

const PICTURES = "docs/screenshots";
const SIZES = [
  { name: "1440", width: 1440, height: 900 },
  { name: "390", width: 390, height: 844 },
] as const;
const THEMES = ["light", "dark"] as const;
/** Enough to read the text, at a third of a PNG's bytes. */
const QUALITY = 55;

type Shown = { path: string; name: string; words: string };
/** As a person: of what others asked, an agent sees nothing. */
async function idOf(page: Page, path: string, field = "id"): Promise<string> {
  const [first] = (await asLead(page, "GET", path)).items;
  if (!first) throw new Error(`${path} lists nothing to show`);
  return first[field];
}

/** Pages of one record, which have no address of their own in the list of screens. */
async function records(page: Page): Promise<Shown[]> {
  const [memory, drifted, proposal, finding, skill, recall, session, repository] = await Promise.all([
    idOf(page, "/memories?limit=1"),
    idOf(page, "/memories?status=drifted&limit=1"),
    idOf(page, "/proposals?status=open&limit=1"),
    idOf(page, "/findings?limit=1"),
    idOf(page, "/skills?limit=1"),
    idOf(page, "/recalls?limit=1"),
    idOf(page, "/sessions?limit=1", "session_id"),
    idOf(page, "/repositories?limit=1"),
  ]);
  return [
    { path: `/memories/${memory}`, name: "memory", words: "A memory" },
    { path: `/memories/${drifted}`, name: "memory-drifted", words: "A memory whose code changed" },
    { path: `/proposals/${proposal}`, name: "proposal", words: "A proposal" },
    { path: `/reviews/findings/${finding}`, name: "finding", words: "A finding" },
    { path: `/skills/${skill}`, name: "skill", words: "A skill" },
    { path: `/recalls/${recall}`, name: "recall", words: "A recall" },
    { path: `/sessions/${session}`, name: "session", words: "A session" },
    { path: `/citations/repositories/${repository}`, name: "repository", words: "A repository" },
    { path: `/citations/repositories/${repository}/files?path=src`, name: "files", words: "Its files" },
  ];
}

const nameOf = (path: string): string =>
  path
    .slice(1)
    .replaceAll(/[^a-z0-9]+/gi, "-")
    .replace(/-$/, "") || "overview";

async function save(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  await writeFile(file, Buffer.from(data, "base64"));
}

/** The folder of this run says nothing to a reader. */
const hideFolders = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      node.nodeValue = (node.nodeValue ?? "").replace(/\/[^\s]*\/demo\/harbor/, "/srv/casebook/demo/harbor");
    }
  });

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Page not found" })).toHaveCount(0);
  await hideFolders(page);
}

const gallery = (shown: readonly Shown[]): string =>
  [
    "# Screens",
    "",
    "Every screen of the dashboard with the data of `npm run demo`, as `npm run screenshots` takes them. All follow the system's",
    "light or dark theme, and are used on a phone as well.",
    "",
    ...shown.flatMap(({ path, name, words }) => [
      `## ${words}`,
      "",
      `\`${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")}\``,
      "",
      `![${words}](screenshots/${name}.webp)`,
      "",
    ]),
  ]
    .join("\n")
    .trimEnd();

test("every screen is shown in docs as it is", async ({ page }) => {
  test.setTimeout(1_800_000);
  const listed = SCREENS.map(({ path, heading }) => ({ path, name: nameOf(path), words: heading }));
  const shown: Shown[] = [...listed, ...(await records(page))];
  await mkdir(PICTURES, { recursive: true });
  for (const file of await readdir(PICTURES)) await rm(join(PICTURES, file));
  await page.goto(server().url);
  for (const theme of THEMES)
    for (const { name: size, width, height } of SIZES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      const folder = join("test-results/screenshots", `${size}-${theme}`);
      await mkdir(folder, { recursive: true });
      for (const { path, name } of shown)
        await test.step(`${size} ${theme} ${path}`, async () => {
          await show(page, path);
          await save(page, join(folder, `${name}.webp`));
          if (size === "1440" && theme === "light") await save(page, join(PICTURES, `${name}.webp`));
        });
    }
  await writeFile("docs/screens.md", `${gallery(shown)}\n`);
});

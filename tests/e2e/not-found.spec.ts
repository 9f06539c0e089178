import { expect, expectAccessible, server, test } from "./fixtures";

const UNKNOWN = "01a20000-0000-7000-8000-000000000000";

/** Every page with an id in its address. */
const PAGES = [
  "/citations/ID",
  "/citations/repositories/ID",
  "/citations/repositories/ID/files",
  "/conversations/ID",
  "/failures/ID",
  "/memories/ID",
  "/patterns/ID",
  "/proposals/ID",
  "/recalls/ID",
  "/repositories/nobody/ID/files/README.md",
  "/reviews/ID",
  "/reviews/findings/ID",
  "/reviews/imports/ID",
  "/sessions/ID",
  "/skills/ID",
  "/tasks/ID",
  "/problems/ID",
  "/ID",
];

for (const pattern of PAGES)
  test(`${pattern} says that an unknown id has no page, and leads on`, async ({ page, consoleErrors }) => {
    const heading = page.getByRole("heading", { level: 1, name: "Page not found" });
    await page.goto(pattern.replace("ID", "no-id"));
    await expect(heading).toBeVisible();
    await page.goto(pattern.replace("ID", UNKNOWN));
    await expect(heading).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Go to the overview" }).click();
    await expect(page).toHaveURL(new URL("/", server().url).href);
    // The browser's own word for the page's status, and React's where the page had begun to stream before it was known.
    const statuses = consoleErrors.filter((text) => /\b404\b|React error #419/.test(text));
    for (const text of statuses) consoleErrors.splice(consoleErrors.indexOf(text), 1);
  });

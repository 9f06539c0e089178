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

/** Whose page says so: of the dashboard's pages one, of what explains problems, and of everything else. */
const LOOKED_AT = new Set(["/memories/ID", "/problems/ID", "/ID"]);

test("every page says that an unknown id has no page, and leads on", async ({ page, consoleErrors }) => {
  test.setTimeout(180_000);
  const heading = page.getByRole("heading", { level: 1, name: "Page not found" });
  const onward = page.getByRole("main").getByRole("link", { name: "Go to the overview" });
  for (const pattern of PAGES)
    await test.step(pattern, async () => {
      for (const id of ["no-id", UNKNOWN]) {
        await page.goto(pattern.replace("ID", id));
        await expect(heading).toBeVisible();
        await expect(onward).toHaveAttribute("href", "/");
      }
      if (!LOOKED_AT.has(pattern)) return;
      await expectAccessible(page);
      await onward.click();
      await expect(page).toHaveURL(new URL("/", server().url).href);
    });
  // The browser's own word for the page's status, and React's where the page had begun to stream before it was known.
  const statuses = consoleErrors.filter((text) => /\b404\b|React error #419/.test(text));
  for (const text of statuses) consoleErrors.splice(consoleErrors.indexOf(text), 1);
});

import type { Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures";

/** A figure as a screen states it. */
type Stated = { key: string; value: string; rows: string | null; href: string; screen: string };

/** Every figure of the screen that is open. */
async function figuresOn(page: Page, screen: string): Promise<Stated[]> {
  return page.locator("[data-measure]").evaluateAll(
    (elements, at) =>
      elements.map((element) => {
        const link = element.closest("a");
        return {
          key: element.getAttribute("data-measure") ?? "",
          value: element.getAttribute("data-value") ?? "",
          rows: element.getAttribute("data-rows"),
          href: element.getAttribute("data-href") ?? link?.getAttribute("href") ?? "",
          screen: at,
        };
      }),
    screen,
  );
}

/** What a page asks of the server when nothing is hovered: itself, what it shows, and nothing of other pages. */
const MOST_REQUESTS = 15;

/** Opens a page, which asks the server a few times, and for no other page that nobody points at. */
async function open(page: Page, path: string): Promise<void> {
  // Once each: what other tests change meanwhile is asked for again.
  const asked = new Set<string>();
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    // Scripts, styles and fonts are kept by the browser; the build says how many there are.
    if (!pathname.startsWith("/_next/static/")) asked.add(`${pathname}${search}`);
  };
  page.on("request", note);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  const urls = [...asked];
  expect(urls.length, `${path} asked for\n${urls.join("\n")}`).toBeLessThanOrEqual(MOST_REQUESTS);
  const others = urls.filter((url) => url.includes("_rsc="));
  expect(others, path).toEqual([]);
}

/** A few figures of each kind: of one measure, narrowed by the same parts. Each with a rows' number of its own, if there is one. */
function toOpen(stated: readonly Stated[], of_a_kind: number): Stated[] {
  const kinds = new Map<string, Map<string, Stated>>();
  for (const figure of stated) {
    if (figure.rows === null) continue;
    const kind = figure.key.replace(/=[^&|]*/g, "=");
    const ofKind = kinds.get(kind) ?? new Map<string, Stated>();
    kinds.set(kind, ofKind);
    const isNew = !ofKind.has(`${figure.href} ${figure.rows}`);
    if (isNew && ofKind.size < of_a_kind) ofKind.set(`${figure.href} ${figure.rows}`, figure);
  }
  return [...kinds.values()].flatMap((ofKind) => [...ofKind.values()]);
}

/** The totals that the lists of the page at this address state; of the place it names, where it names one. */
async function totalsAt(page: Page, { href, rows }: Stated): Promise<string[]> {
  await page.goto(href);
  const { hash } = new URL(href, page.url());
  const lists = page.locator(hash === "" ? "main [data-total]" : `${hash}[data-total], ${hash} [data-total]`);
  const totals = () =>
    lists.evaluateAll((elements) => elements.map((element) => element.getAttribute("data-total") ?? ""));
  // A list of another filter may stand there until its own is read; what is said below is what it came to.
  await expect
    .poll(totals, { timeout: 15_000 })
    .toContain(rows)
    .catch(() => null);
  return totals();
}

/** What a walk must have met at least, so that it compared something. */
type Least = { measures: number; shared: number; opened: number };

/**
 * Walks over screens: each asks the server little, two that state a measure state one value, and each figure leads to as
 * many rows. Of the figures of one kind so many are opened: what differs among them is a name, as in the cells of a heat map.
 */
export async function walkFigures(
  page: Page,
  { paths, of_a_kind, least }: { paths: readonly string[]; of_a_kind: number; least: Least },
): Promise<void> {
  const stated: Stated[] = [];
  for (const path of paths)
    await test.step(path, async () => {
      await open(page, path);
      stated.push(...(await figuresOn(page, path)));
    });

  await test.step("equal measures have equal values", () => {
    const byKey = new Map<string, Stated[]>();
    for (const figure of stated) byKey.set(figure.key, [...(byKey.get(figure.key) ?? []), figure]);
    const differing = [...byKey]
      .filter(([, figures]) => new Set(figures.map(({ value }) => value)).size > 1)
      .map(
        ([key, figures]) =>
          `${key}: ${figures.map(({ value, screen }) => `${value} on ${screen}`).join(", ")}`,
      );
    expect(differing).toEqual([]);
    // Figures of the sidebar are on every screen; that others are shared shows that something was compared.
    const shared = [...byKey.values()].filter(
      (figures) => new Set(figures.map(({ screen }) => screen)).size > 1,
    );
    expect(shared.length).toBeGreaterThan(least.shared);
    expect(byKey.size).toBeGreaterThan(least.measures);
  });

  await test.step("each leads to its rows", async () => {
    expect(stated.filter(({ href }) => href === "")).toEqual([]);
    const opened = toOpen(stated, of_a_kind);
    const wrong: string[] = [];
    for (const figure of opened) {
      const totals = await totalsAt(page, figure);
      const { key, screen, rows, href } = figure;
      if (rows === null || !totals.includes(rows))
        wrong.push(`${key} on ${screen}: ${rows}, but ${href} lists ${totals.join(" and ") || "nothing"}`);
    }
    expect(wrong).toEqual([]);
    expect(opened.length).toBeGreaterThan(least.opened);
  });
}

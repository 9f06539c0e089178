import { readdirSync } from "node:fs";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { openDatabase } from "@/lib/db/client";
import { pathParameters } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { SCREENS } from "../e2e/screens-list";
import { fillOrganization, valuesOf } from "../integration/tenancy/filled-organization";
import { browserArguments, ensureBrowser } from "../support/browser";
import type { Report } from "./report";
import { ask, byKey, type Target } from "./target";
import { fitting, writeInput } from "./written-input";

const HOST = "evil.example";

/** What a page would run or load if it took a text for markup, a link or a template. */
const PAYLOADS: readonly string[] = [
  `<img src=x onerror=attacked()><script>attacked()</script><svg/onload=attacked()>`,
  `"'><img src=//${HOST}/a.png onerror=attacked()><iframe srcdoc="<script>parent.attacked()</script>">`,
  `[go](javascript:attacked()) ![see](https://${HOST}/a.png) <https://${HOST}> [x]: javascript:attacked()`,
  `javascript:attacked()//\`;attacked();{{attacked()}}\${attacked()}</script><script src=//${HOST}/a.js></script>`,
  `<math><mtext></p><style><img src=x onerror=attacked()></style><a href="data:text/html,<script>attacked()</script>">a`,
];

const SHOWN_MS = 1_500;
const AT_ONCE = 4;

/** Of every operation that stores: not those that only end or clear something. */
const ENDING =
  /^(?:.*_(?:remove|revoke|end|clear|delete|erase|reset|undo|withdraw)|vector_.*|scope_migration_run)$/;

export async function attackByText(target: Target, report: Report): Promise<void> {
  const id = await fillTables(target);
  const made = await callOperations(target, { id, report });
  await openPages(target, { id, made, report });
}

/** One row in every table of the organization, with the first payload in every text. */
async function fillTables({ connection_string, organization_id }: Target): Promise<string> {
  const db = openDatabase(connection_string, 1);
  const ids = { id: newId(), session_id: `session-${newId()}` };
  const text = PAYLOADS.join(" ").slice(0, 600);
  await db.person.create({ data: { id: ids.id, email: `${ids.id}@example.test`, name: text } });
  await fillOrganization(db, { organization_id, id: ids.id, text, values: valuesOf(ids) });
  await db.$disconnect();
  return ids.id;
}

/** Calls every operation with payloads in all its texts. @returns the ids in what they answered. */
async function callOperations(
  target: Target,
  { id, report }: { id: string; report: Report },
): Promise<string[]> {
  const storing = operations
    .map(({ contract }) => contract)
    .filter(({ name, effect }) => effect !== "read" && !ENDING.test(name));
  const made = new Set<string>();
  for (const { name, http, input, people_only } of storing)
    for (const payload of target.thorough ? PAYLOADS : PAYLOADS.slice(0, 1)) {
      const { value, poisoned } = fitting(input, writeInput(input, { payload, id }));
      const names = pathParameters(http.path);
      const place = names.reduce((text, parameter) => text.replace(`{${parameter}}`, id), http.path);
      const json = Object.fromEntries(
        Object.entries(value ?? {}).filter(([field]) => !names.includes(field)),
      );
      const asked = byKey(target, { method: http.method, path: `/api/v1${place}`, json });
      const headers: Record<string, string> = {
        "Content-Type": "application/json",
        cookie: target.cookie,
        Origin: target.url,
      };
      const { status, text } = await ask(target.url, people_only ? { ...asked, headers } : asked);
      for (const [, found] of text.matchAll(/"id":"([0-9a-f-]{36})"/g)) if (found) made.add(found);
      const happened = status < 300 ? "stored" : `refused (${status})`;
      const tried = `${name}: ${poisoned.join(" ") || "no text takes it"}`;
      // The rows that were filled in hold what no operation writes, and some operations say so with a 500.
      report.add({ attack: "stored scripting: operations", tried, happened, held: true });
    }
  return [...made];
}

/** Every page of the dashboard; those of one row for the row of each table, and for some that operations made. */
function pagesOf({
  id,
  made,
  thorough,
}: {
  id: string;
  made: readonly string[];
  thorough: boolean;
}): string[] {
  const root = "app/(dashboard)";
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => path.basename(file) === "page.tsx",
  );
  const routes = files.map((file) => `/${path.dirname(file) === "." ? "" : path.dirname(file)}`);
  const some = [id, ...made.slice(0, thorough ? 3 : 0)];
  const rows = routes
    .filter((route) => route.includes("["))
    .flatMap((route) => some.map((each) => route.replace(/\[\w+\]/g, each)));
  return [
    ...new Set([
      ...SCREENS.map(({ path: place }) => place),
      ...routes.filter((route) => !route.includes("[")),
      ...rows,
    ]),
  ];
}

type Opening = { id: string; made: readonly string[]; report: Report };

async function openPages(target: Target, { id, made, report }: Opening): Promise<void> {
  const executablePath = process.env.CASEBOOK_TEST_BROWSER ?? (await ensureBrowser(() => undefined));
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  const context = await browser.newContext({ baseURL: target.url });
  const cookies = target.cookie.split("; ").map((pair) => ({
    name: pair.slice(0, pair.indexOf("=")),
    value: pair.slice(pair.indexOf("=") + 1),
    url: target.url,
  }));
  await context.addCookies(cookies);
  const left = pagesOf({ id, made, thorough: target.thorough });
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let place = left.shift(); place !== undefined; place = left.shift())
          report.add(await openPage(context, { url: target.url, place }));
      }),
    );
  } finally {
    await browser.close();
  }
}

/** Opens a page and what it shows on demand, and says what of the texts became more than text. */
async function openPage(context: BrowserContext, { url, place }: { url: string; place: string }) {
  const page = await context.newPage();
  const harm = watch(page, url);
  await page.exposeFunction("attacked", () => harm.add("a script ran"));
  await page
    .goto(place, { waitUntil: "load" })
    .catch((error: unknown) => harm.add(String(error).slice(0, 80)));
  await page.waitForLoadState("networkidle", { timeout: SHOWN_MS }).catch(() => undefined);
  for (const found of await page.evaluate(findMarkup, HOST).catch(() => [])) harm.add(found);
  const shown = await page
    .evaluate(() => document.body.textContent.includes("attacked()"))
    .catch(() => false);
  await page.close();
  const happened = [...harm].sort().join(", ") || (shown ? "shown as text" : "does not show it");
  return { attack: "stored scripting: pages", tried: place, happened, held: harm.size === 0 };
}

function watch(page: Page, url: string): Set<string> {
  const harm = new Set<string>();
  page.on("dialog", (dialog) => {
    harm.add("a dialog");
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const asked = request.url();
    if (/^(?:https?|wss?):/.test(asked) && !asked.startsWith(url))
      harm.add(`a request to ${new URL(asked).host}`);
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text()))
      harm.add("the content policy stopped something");
  });
  return harm;
}

/** Runs in the page: elements and attributes that only a payload can have made. */
function findMarkup(host: string): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll("*")) {
    const { attributes, tagName } = element;
    for (const { name, value } of attributes) {
      if (/^on/i.test(name)) found.push(`${tagName} has ${name}`);
      if (
        /^(?:href|src|action|formaction|srcdoc|data)$/i.test(name) &&
        /^\s*(?:javascript|data:text)/i.test(value)
      )
        found.push(`${tagName} leads to ${value.slice(0, 20)}`);
      if (name === "src" && value.includes(host)) found.push(`${tagName} loads from ${host}`);
    }
  }
  return found;
}

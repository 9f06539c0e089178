import { type Browser, type BrowserContext, chromium, type Request } from "@playwright/test";
import { SCREENS } from "../e2e/screens-list";
import { browserArguments, ensureBrowser } from "../support/browser";
import { freePort } from "../support/free-port";
import { createPlace, startServer, stopServer } from "../support/server";
import { formatTable } from "./table";

/** What a browser loads for one page that it has never opened: nothing is hovered, nothing is in its cache. */
export type PageWeight = {
  path: string;
  /** Of scripts as they travel, compressed by gzip. */
  script_kb: number;
  scripts: number;
  /** Pages and parts of pages that the router fetched before anybody asked for them. */
  prefetches: number;
  calls: number;
  requests: number;
};

type Login = Awaited<ReturnType<BrowserContext["storageState"]>>;
type Listed = { items: { id: string }[] };

/** Lists whose first row has a page of its own. */
const RECORDS = [
  { list: "/memories", page: "/memories" },
  { list: "/citations", page: "/citations" },
  { list: "/repositories", page: "/citations/repositories" },
  { list: "/proposals", page: "/proposals" },
  { list: "/findings", page: "/reviews/findings" },
  { list: "/reviews", page: "/reviews" },
  { list: "/skills", page: "/skills" },
  { list: "/recalls", page: "/recalls" },
  { list: "/sessions", page: "/sessions" },
] as const;

/** Weighs every screen, and a page of each kind of record, in the demo of a production build. */
export async function measureWeight(say: (line: string) => void): Promise<PageWeight[]> {
  const place = await createPlace();
  const server = await startServer(place, { port: await freePort(), flags: ["--demo"] });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(say), args: browserArguments });
  try {
    const { url, agent_key } = server;
    const login = await signIn(browser, server.sign_in_link);
    const records = await Promise.all(
      RECORDS.map(async ({ list, page }) => {
        const headers = { authorization: `Bearer ${agent_key}` };
        const answer = await fetch(`${url}/api/v1${list}?limit=1`, { headers });
        const [first] = ((await answer.json()) as Listed).items;
        return `${page}/${first?.id}`;
      }),
    );
    const weights: PageWeight[] = [];
    for (const path of [...SCREENS.map((screen) => screen.path), ...records]) {
      weights.push({ ...(await weigh(browser, { url, path, login })), path: withoutIds(path) });
      say(`${withoutIds(path)} ${weights.at(-1)?.script_kb.toFixed(0)} kB`);
    }
    return weights;
  } finally {
    await browser.close();
    await stopServer(server);
    await place.drop();
  }
}

const withoutIds = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>");

async function signIn(browser: Browser, link: string): Promise<Login> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
  const login = await context.storageState();
  await context.close();
  return login;
}

async function weigh(
  browser: Browser,
  { url, path, login }: { url: string; path: string; login: Login },
): Promise<PageWeight> {
  const context = await browser.newContext({ storageState: login, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.goto(`${url}${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    const scripts = requests.filter((request) => request.resourceType() === "script");
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    return {
      path,
      script_kb: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000,
      scripts: scripts.length,
      prefetches: requests.filter((request) => request.url().includes("_rsc=")).length,
      calls: requests.filter((request) => request.url().includes("/api/v1/")).length,
      requests: requests.length,
    };
  } finally {
    await context.close();
  }
}

export function weightTable(weights: readonly PageWeight[]): string {
  return formatTable(
    ["page", "JS kB gzip", "scripts", "prefetches", "API calls", "requests"],
    weights.map(({ path, script_kb, scripts, prefetches, calls, requests }) => [
      path,
      script_kb.toFixed(0),
      String(scripts),
      String(prefetches),
      String(calls),
      String(requests),
    ]),
    new Set([1, 2, 3, 4, 5]),
  );
}

import { pathParameters } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import type { Report } from "./report";
import { sendRaw } from "./sockets";
import { type Asked, ask, type Target } from "./target";

const EVIL = "https://evil.example";

/** What another site's page can make a browser send. */
const FROM_ELSEWHERE: Readonly<Record<string, Record<string, string>>> = {
  "a foreign Origin": { Origin: EVIL, "Content-Type": "application/json" },
  "the Origin null": { Origin: "null", "Content-Type": "application/json" },
  "an Origin that begins like ours": { Origin: "", "Content-Type": "application/json" },
  "no Origin, another site": { "Sec-Fetch-Site": "cross-site", "Content-Type": "application/json" },
  "no Origin, a sibling domain": { "Sec-Fetch-Site": "same-site", "Content-Type": "application/json" },
  "no Origin at all": { "Content-Type": "application/json" },
  "a form": { Origin: EVIL, "Content-Type": "application/x-www-form-urlencoded" },
  "a form of plain text": { Origin: EVIL, "Content-Type": "text/plain" },
  "a form with parts": { Origin: EVIL, "Content-Type": "multipart/form-data; boundary=x" },
};

const pathOf = (path: string) =>
  pathParameters(path).reduce((text, name) => text.replace(`{${name}}`, newId()), path);

/** Every operation that changes something, with the owner's cookie, as a page of another site would send it. */
export async function attackFromPages(target: Target, report: Report): Promise<void> {
  const { url, cookie } = target;
  const changing = operations.map(({ contract }) => contract).filter(({ effect }) => effect !== "read");
  const all = Object.entries(FROM_ELSEWHERE);
  // In short, each operation one way, so that each way meets some of them.
  for (const [index, { name, http }] of changing.entries())
    for (const [how, headers] of target.thorough
      ? all
      : all.slice(index % all.length, (index % all.length) + 1)) {
      const origin: Record<string, string> = headers.Origin === "" ? { Origin: `${url}.evil.example` } : {};
      const { status, text } = await ask(url, {
        method: http.method,
        path: `/api/v1${pathOf(http.path)}`,
        headers: { ...headers, ...origin, cookie },
        ...(http.method === "DELETE" ? {} : { body: "{}" }),
      });
      const held = status === 403 && text.includes("origin_denied");
      report.add({
        attack: "requests of foreign pages",
        tried: `${name}: ${how}`,
        happened: `${status}`,
        held,
      });
    }
  for (const header of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
    const path = `/api/v1/agent-keys/${newId()}?_method=DELETE`;
    const { status } = await ask(url, { path, headers: { cookie, [header]: "DELETE" } });
    const held = status === 405;
    report.add({ attack: "requests of foreign pages", tried: header, happened: `${status}`, held });
  }
  const mcp = await ask(url, {
    method: "POST",
    path: "/api/mcp",
    headers: {
      cookie,
      Origin: EVIL,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const held = mcp.status === 401 || mcp.status === 403;
  report.add({ attack: "requests of foreign pages", tried: "MCP", happened: `${mcp.status}`, held });
}

const AWAY = [
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%09/evil.example",
  "/%5cevil.example",
  "\\\\evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https://evil.example",
  "https://127.0.0.1@evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\t/evil.example",
  "/a/..//evil.example",
  "/;@evil.example",
  "///evil.example",
  "/sign-in?callbackUrl=//evil.example",
];

/** Where a browser would go from an answer, or null for nowhere. */
function leadsTo(url: string, location: string | null): string | null {
  if (location === null) return null;
  return URL.canParse(location, url) ? new URL(location, url).origin : location;
}

export async function attackRedirects({ url, port, cookie }: Target, report: Report): Promise<void> {
  const places: Asked[] = AWAY.flatMap((address): Asked[] => {
    const wanted = encodeURIComponent(address);
    return [
      { path: `/sign-in?callbackUrl=${wanted}`, headers: { cookie } },
      { path: `/sign-in?callbackUrl=${address.replaceAll("\t", "%09")}`, headers: { cookie } },
      { path: `/api/auth/signin?callbackUrl=${wanted}`, headers: {} },
      { path: `/api/auth/signin?callbackUrl=${wanted}`, headers: { cookie } },
      { path: `/api/auth/error?error=x&callbackUrl=${wanted}`, headers: {} },
      {
        method: "POST",
        path: "/api/auth/signout",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `callbackUrl=${wanted}&json=true`,
      },
    ];
  });
  for (const asked of places) {
    const { status, headers, text } = await ask(url, asked);
    const location = leadsTo(url, headers.get("location"));
    const stays = (location === null || location === url) && !/"url":"[^"]*\/\/evil/.test(text);
    const held = stays && status < 500;
    report.add({
      attack: "open redirects",
      tried: `${asked.method ?? "GET"} ${asked.path}`,
      happened: location === null ? `${status}` : `${status} to ${location === url ? "itself" : location}`,
      held,
    });
  }
  for (const target of [
    "//evil.example/",
    "///evil.example",
    "//evil.example/%2e%2e",
    "/\\evil.example/",
    "/%2f%2fevil.example/",
  ]) {
    const received = await sendRaw(
      port,
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    );
    const location = leadsTo(url, /^location: (.*)$/im.exec(received)?.[1]?.trim() ?? null);
    const status = /HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? "ended";
    report.add({
      attack: "open redirects",
      tried: `GET ${target}`,
      happened: location === null ? status : `${status} to ${location === url ? "itself" : location}`,
      held: location === null || location === url,
    });
  }
}

const HOSTED = [
  "/",
  "/sign-in",
  "/memories",
  "/api/docs",
  "/api/v1/organization",
  "/api/mcp",
  "/api/auth/providers",
  "/api/auth/signin",
  "/api/openapi.json",
  "/api/metrics",
  "/api/health/ready",
  "/api/webhooks/github",
  "/casebook.mjs",
  "/.well-known/oauth-protected-resource",
  "/problems/not_found",
  "/nowhere",
];

/** Answers that come from the Host header would lead who gets them elsewhere. */
export async function attackHost({ port, cookie }: Target, report: Report): Promise<void> {
  const own = `127.0.0.1:${port}`;
  const forms: Record<string, (path: string) => string> = {
    "the Host header": (path) =>
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    "X-Forwarded-Host": (path) =>
      `GET ${path} HTTP/1.1\r\nHost: ${own}\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\nConnection: close\r\n\r\n`,
    "an absolute address": (path) =>
      `GET http://evil.example${path} HTTP/1.1\r\nHost: ${own}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    "a name that begins like ours": (path) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\nConnection: close\r\n\r\n`,
  };
  for (const path of HOSTED)
    for (const [how, write] of Object.entries(forms)) {
      const received = await sendRaw(port, write(path), 10_000);
      const status = /HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? "ended";
      // A refusal names the host that it refuses.
      const held = status === "403" || !received.includes("evil.example");
      report.add({ attack: "host header", tried: `${path}: ${how}`, happened: status, held });
    }
}

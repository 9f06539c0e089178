import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import NextAuth from "next-auth";
import { handleRest } from "@/lib/doors/rest";
import { optionsOfRequest } from "@/lib/doors/sign-in";
import { applySettings } from "@/lib/env";
import type { TestDatabase } from "./database";
import { partsOf } from "./parts";

export type AuthServer = {
  url: string;
  /** Moves the server's clock, by milliseconds. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** `/api/auth` as next-auth serves it, and REST, on a free port of this machine. */
export async function startAuth(database: TestDatabase): Promise<AuthServer> {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const { db } = database;
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const url = new URL(incoming.url ?? "/", "http://localhost");
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    if (!url.pathname.startsWith("/api/auth/")) {
      const method = incoming.method ?? "GET";
      const sent = method === "GET" || method === "HEAD" ? null : body;
      const response = await handleRest(
        new Request(url, { method, headers, body: sent }),
        partsOf({ db }, { now }),
      );
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
      return;
    }
    const nextauth = url.pathname.slice("/api/auth/".length).split("/");
    const request = Object.assign(incoming, {
      query: { ...Object.fromEntries(url.searchParams), nextauth },
      body: Object.fromEntries(new URLSearchParams(body)),
      cookies: cookiesOf(headers.get("cookie") ?? ""),
    });
    await NextAuth(await optionsOfRequest({ headers }, { db, now }))(request, nextResponse(outgoing));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.NEXTAUTH_URL = url;
  applySettings({
    CASEBOOK_PUBLIC_URL: url,
    RATE_LIMIT_PER_MINUTE: "100000",
    NEXTAUTH_SECRET: "a-secret-that-only-this-test-uses-0123456789",
  });
  return {
    url,
    advance: (ms) => {
      ahead += ms;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** What Next adds to a response of Node, as far as next-auth uses it. */
function nextResponse(outgoing: ServerResponse) {
  return Object.assign(outgoing, {
    status(code: number) {
      outgoing.statusCode = code;
      return outgoing;
    },
    json(value: unknown) {
      outgoing.setHeader("Content-Type", "application/json");
      outgoing.end(JSON.stringify(value));
    },
    send(value: unknown) {
      outgoing.end(typeof value === "string" ? value : JSON.stringify(value));
    },
    redirect(code: number, to: string) {
      outgoing.writeHead(code, { Location: to }).end();
    },
  });
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split("; ").filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
    }),
  );
}

const CHROMIUM =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** A browser as far as sign-in needs one: cookies for each origin, and redirects on request. */
export class Browser {
  readonly jar = new Map<string, Map<string, string>>();

  constructor(
    private readonly server: AuthServer,
    private readonly user_agent = CHROMIUM,
  ) {}

  cookies(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const cookies = this.jar.get(origin) ?? new Map<string, string>();
    this.jar.set(origin, cookies);
    return cookies;
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookies = this.cookies(url);
    const headers = new Headers(init.headers);
    headers.set("User-Agent", this.user_agent);
    if (cookies.size > 0)
      headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const at = pair.indexOf("=");
      const gone = attributes.some((attribute) =>
        /^(?:max-age=0$|expires=thu, 01 jan 1970)/i.test(attribute),
      );
      if (gone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows redirects, up to an address that begins with `until`, and submits nothing. */
  async follow(
    url: string,
    until = `${this.server.url}/sign-in`,
  ): Promise<{ url: string; response: Response }> {
    let response = await this.fetch(url);
    let at = url;
    for (let hops = 0; hops < 20; hops++) {
      const location = response.headers.get("location");
      if (!location) break;
      at = new URL(location, at).href;
      if (at.startsWith(until) || at === `${this.server.url}/`) break;
      response = await this.fetch(at);
    }
    return { url: at, response };
  }

  async csrfToken(): Promise<string> {
    const response = await this.fetch(`${this.server.url}/api/auth/csrf`);
    return ((await response.json()) as { csrfToken: string }).csrfToken;
  }

  post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(`${this.server.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields),
    });
  }

  /** Presses the button of a link's page. True when it signed in. */
  async signInByLink(link: string): Promise<boolean> {
    const token = new URL(link).searchParams.get("token") ?? "";
    const csrfToken = await this.csrfToken();
    const before = this.login();
    await this.post("/api/auth/callback/link", { csrfToken, token, json: "true" });
    return this.login() !== undefined && this.login() !== before;
  }

  login(): string | undefined {
    return this.cookies(this.server.url).get("next-auth.session-token");
  }

  async signOut(): Promise<void> {
    await this.post("/api/auth/signout", { csrfToken: await this.csrfToken(), json: "true" });
  }

  /** Calls REST as a page does. */
  async call(method: string, path: string, body?: unknown) {
    const response = await this.fetch(`${this.server.url}/api/v1${path}`, {
      method,
      headers: { Origin: this.server.url, ...(body !== undefined && { "Content-Type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }
}

import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { gunzipSync } from "node:zlib";
import { env } from "@/lib/env";
import { AddressError, isPrivateAddress } from "./addresses";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 64_000_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 307, 308];

/** The address is judged as the connection is made, so that a name cannot be pointed elsewhere in between. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) callback(new AddressError("unknown_host"), "", 4);
    else if (addresses.some(({ address }) => isPrivateAddress(address)))
      callback(new AddressError("private_host"), "", 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Connections are kept, so those made under one rule are not used under another. */
function agentsOf(lookup?: LookupFunction) {
  const options = { keepAlive: true, maxSockets: 20, ...(lookup && { lookup }) };
  return { "http:": new http.Agent(options), "https:": new https.Agent(options) };
}
const anywhere = agentsOf();
const inPublic = agentsOf(publicOnly);

/**
 * A `fetch` for addresses that a person has entered: private networks are refused (unless the setting allows them) at
 * the moment of connecting, redirects are followed on the same origin only, an answer ends after 20 seconds and at
 * 64 MB.
 * @throws AddressError; Error for everything else that is no answer, without the request's headers.
 */
export async function guardedFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const method = init.method ?? "GET";
  const headers = Object.fromEntries(new Headers(init.headers));
  let url = new URL(address);
  for (let followed = 0; ; followed += 1) {
    const response = await send(url, { method, headers, body: init.body ?? null, signal });
    const location = response.headers.get("location");
    if (!REDIRECTS.includes(response.status) || location === null) return response;
    const repeatable = response.status >= 307 || method === "GET" || method === "HEAD";
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    // Credentials belong to the host they were entered for.
    if (!next || next.origin !== url.origin || !repeatable || followed >= MAX_REDIRECTS)
      throw new Error("The server answered with a redirect to another address, which is not followed.");
    url = next;
  }
}

type Sent = {
  method: string;
  headers: Record<string, string>;
  body: RequestInit["body"] | null;
  signal: AbortSignal;
};

function send(url: URL, { method, headers, body, signal }: Sent): Promise<Response> {
  const { protocol } = url;
  if (protocol !== "https:" && protocol !== "http:")
    return Promise.reject(new Error("The address must begin with https://."));
  const allowed = env().CASEBOOK_ALLOW_PRIVATE_URLS;
  // Node asks nobody to look up what is an address already.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowed && isIP(literal) !== 0 && isPrivateAddress(literal))
    return Promise.reject(new AddressError("private_host"));
  if (body !== null && typeof body !== "string" && !(body instanceof Uint8Array))
    return Promise.reject(new Error("A request's body must be a text or bytes."));
  const agent = (allowed ? anywhere : inPublic)[protocol];
  return new Promise((resolve, reject) => {
    const request = (protocol === "https:" ? https : http).request(
      url,
      { agent, method, signal, headers: { "accept-encoding": "gzip", ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on("error", reject);
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_BYTES) answer.destroy(new Error(`The answer is larger than ${MAX_BYTES} bytes.`));
          else chunks.push(chunk);
        });
        answer.on("end", () => {
          try {
            resolve(toResponse(answer, Buffer.concat(chunks)));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    request.on("error", reject);
    request.end(body ?? undefined);
  });
}

const WITHOUT_BODY: readonly number[] = [204, 205, 304];

function toResponse(answer: http.IncomingMessage, raw: Buffer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) headers.append(name, item);
  const zipped = headers.get("content-encoding") === "gzip" && raw.length > 0;
  const bytes = zipped ? gunzipSync(raw, { maxOutputLength: MAX_BYTES }) : raw;
  headers.delete("content-encoding");
  headers.delete("content-length");
  const status = answer.statusCode ?? 502;
  return new Response(WITHOUT_BODY.includes(status) ? null : new Uint8Array(bytes), {
    status,
    statusText: answer.statusMessage ?? "",
    headers,
  });
}

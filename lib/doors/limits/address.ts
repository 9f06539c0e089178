import { randomUUID } from "node:crypto";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";

// The name is of this process alone, so no caller can send the header. Pages, routes and the server are bundled apart
// and share it here.
const held = globalThis as { casebook_peer_header?: string };

/** The header by which the server says who is at the other end of the connection; see `watchConnections`. */
export function peerHeader(): string {
  held.casebook_peer_header ??= `x-casebook-peer-${randomUUID()}`;
  return held.casebook_peer_header;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Whom a request is counted as: the address at the other end of the connection or, when that is a trusted proxy, the
 * nearest one before it that is none. An IPv6 caller has a /64 to choose from, so it counts as that.
 */
export function addressOf(request: { headers: Headers }): string {
  const peer = parse(request.headers.get(peerHeader()) ?? "");
  if (peer === null) return "unknown";
  const claims = request.headers.get("x-forwarded-for")?.split(",").reverse() ?? [];
  return networkOf(nearest(peer, claims));
}

/** The first address that is no trusted proxy; what a proxy says and is no address leaves it at the proxy. */
function nearest(address: Address, [claim, ...further]: readonly string[]): Address {
  const before = claim !== undefined && isTrusted(address) ? parse(claim) : null;
  if (before === null) return address;
  return nearest(before, further);
}

/** Some proxies write the port as well. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>[\d.]+):\d+)$/;

function parse(text: string): Address | null {
  const trimmed = text.trim();
  const { v4, v6 } = WITH_PORT.exec(trimmed)?.groups ?? {};
  const plain = v6 ?? v4 ?? trimmed;
  // IPv4 in its four-part form alone: "1" is an address too.
  if (!plain.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(plain)) return null;
  if (ipaddr.isValid(plain)) return ipaddr.process(plain);
  return null;
}

function isTrusted(address: Address): boolean {
  return (env().CASEBOOK_TRUSTED_PROXIES ?? []).some((network) => {
    const [base, bits] = networkRange(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}

function networkRange(network: string): [Address, number] {
  if (network.includes("/")) return ipaddr.parseCIDR(network);
  const base = ipaddr.process(network);
  return [base, base.toByteArray().length * 8];
}

function networkOf(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes)}/64`;
}

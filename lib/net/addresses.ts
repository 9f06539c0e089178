import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { env } from "@/lib/env";

// Addresses that the internet does not route: this machine, its networks, and what clouds answer metadata on.
// RFC 6890 and the IANA special-purpose registries.
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  // Unspecified, loopback and IPv4-compatible addresses.
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  // Teredo, which holds an IPv4 address, and other protocols' own.
  ["2001::", 23],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

/** True for an IP address that is not on the public internet. What is no IP address counts as private too. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version === 0 || PRIVATE.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** A host that may not be contacted. The message is public. */
export class AddressError extends Error {
  override readonly name = "AddressError";

  constructor(readonly code: "unknown_host" | "private_host") {
    super(
      code === "unknown_host"
        ? "The host of this address was not found; check its spelling."
        : "The host of this address is on a private network; if your forge is there, set " +
            "CASEBOOK_ALLOW_PRIVATE_URLS=true and restart.",
    );
  }
}

type ResolveHost = (host: string) => Promise<{ address: string }[]>;

/**
 * The addresses a host has now, when it may be contacted: all of them public, or private ones allowed by the setting.
 * A caller that connects later must connect to one of these, or the name may have been pointed elsewhere meanwhile.
 * The resolver is a parameter, so that tests need no network.
 * @throws AddressError
 */
export async function resolvePublicHost(
  host: string,
  resolve: ResolveHost = (name) => lookup(name, { all: true }),
): Promise<string[]> {
  const name = host.replace(/^\[|\]$/g, "");
  const found = name === "" ? [] : await resolve(name).catch(() => []);
  const addresses = found.map(({ address }) => address);
  if (env().CASEBOOK_ALLOW_PRIVATE_URLS) return addresses;
  if (addresses.length === 0) throw new AddressError("unknown_host");
  if (addresses.some(isPrivateAddress)) throw new AddressError("private_host");
  return addresses;
}

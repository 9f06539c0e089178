import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { ShownCheck } from "./commands/server";
import type { Target } from "./settings";

const LIMIT_MS = 3_000;

/** What can be found out about a server that does not answer, from this machine alone. */
export async function examineFromHere({ url, key, from }: Target): Promise<ShownCheck[]> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const number = Number(port) || (protocol === "https:" ? 443 : 80);
  const checks: ShownCheck[] = [
    { name: "settings", state: "ok", found: `The address ${url} is from ${from.url}.`, remedy: null },
    key === null
      ? { name: "key", state: "failed", found: "There is no key.", remedy: "Run `casebook login`." }
      : { name: "key", state: "ok", found: `The key is from ${from.key}.`, remedy: null },
  ];
  const address = await lookup(host).catch(() => null);
  checks.push(
    address
      ? { name: "name", state: "ok", found: `${host} is ${address.address}.`, remedy: null }
      : {
          name: "name",
          state: "failed",
          found: `${host} is unknown to the name servers.`,
          remedy: "Check the address for typing errors, and whether you need a VPN.",
        },
  );
  if (!address) return checks;
  const refusal = await knock(host, number);
  checks.push(
    refusal === null
      ? { name: "port", state: "ok", found: `Something listens on port ${number}.`, remedy: null }
      : {
          name: "port",
          state: "failed",
          found: `Port ${number} cannot be reached (${refusal}).`,
          remedy:
            "Start Casebook on that machine (`npm start`), and check its start-up log and any firewalls in between.",
        },
  );
  if (refusal === null) checks.push(await greet(url));
  return checks;
}

/** Null when a connection is taken, else why not. */
function knock(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: LIMIT_MS });
    const end = (answer: string | null) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(null));
    socket.once("timeout", () => end("no answer"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

async function greet(url: string): Promise<ShownCheck> {
  const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(LIMIT_MS) }).catch(
    () => null,
  );
  const text = answer === null ? "" : await answer.text().catch(() => "");
  if (answer?.status === 200 && text.includes('"ok"'))
    return { name: "server", state: "ok", found: "It reports that it is ready.", remedy: "Try again." };
  return {
    name: "server",
    state: "failed",
    found: text.includes('"unavailable"')
      ? "Casebook runs there, but its database does not answer."
      : `The server there does not answer like Casebook${answer === null ? "" : ` (${answer.status})`}.`,
    remedy: text.includes('"unavailable"')
      ? "Check the server's log, and whether the database of DATABASE_URL runs."
      : "Check the address; behind a proxy, check where it forwards to.",
  };
}

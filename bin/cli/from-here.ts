import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { ShownCheck } from "./commands/server";
import type { Target } from "./settings";

const LIMIT_MS = 3_000;

/** What can be found out about a server that does not answer, from this machine alone. */
export async function diagnoseLocally({ url, key, from }: Target): Promise<ShownCheck[]> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const number = Number(port) || (protocol === "https:" ? 443 : 80);
  const checks: ShownCheck[] = [
    passed("settings", `The address ${url} is from ${from.url}.`),
    examineKey({ key, from }),
  ];
  const address = await lookup(host).catch(() => null);
  if (!address) {
    const remedy = "Check the address for typing errors, and whether you need a VPN.";
    return [...checks, failed("name", `${host} is unknown to the name servers.`, remedy)];
  }
  checks.push(passed("name", `${host} is ${address.address}.`));
  const refusal = await knock(host, number);
  if (refusal !== null) {
    const remedy =
      "Start Casebook on that machine (`npm start`), and check its start-up log and any firewalls in between.";
    return [...checks, failed("port", `Port ${number} cannot be reached (${refusal}).`, remedy)];
  }
  return [...checks, passed("port", `Something listens on port ${number}.`), await greet(url)];
}

function passed(name: string, found: string): ShownCheck {
  return { name, state: "ok", found, remedy: null };
}

function failed(name: string, found: string, remedy: string): ShownCheck {
  return { name, state: "failed", found, remedy };
}

function examineKey({ key, from }: Pick<Target, "key" | "from">): ShownCheck {
  if (key === null) return failed("key", "There is no key.", "Run `casebook login`.");
  return passed("key", `The key is from ${from.key}.`);
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
  const unlike = "The server there does not answer like Casebook";
  const remedy = "Check the address; behind a proxy, check where it forwards to.";
  if (answer === null) return failed("server", `${unlike}.`, remedy);
  const text = await answer.text().catch(() => "");
  if (answer.status === 200 && text.includes('"ok"'))
    return { name: "server", state: "ok", found: "It reports that it is ready.", remedy: "Try again." };
  if (text.includes('"unavailable"'))
    return failed(
      "server",
      "Casebook runs there, but its database does not answer.",
      "Check the server's log, and whether the database of DATABASE_URL runs.",
    );
  return failed("server", `${unlike} (${answer.status}).`, remedy);
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { z } from "zod";
import type { Report } from "./report";
import { startSecondServer } from "./second-server";
import { ask, byKey, type Target } from "./target";

/** What a caller may write for an address inside; `PORT` is where a listener waits that nobody may reach. */
const INSIDE = [
  "https://127.0.0.1:PORT/x.git",
  "https://localhost:PORT/x.git",
  "https://127.1:PORT/x.git",
  "https://2130706433:PORT/x.git",
  "https://0x7f000001:PORT/x.git",
  "https://0x7f.0.0.1:PORT/x.git",
  "https://0177.0.0.1:PORT/x.git",
  "https://127.0.0.1.:PORT/x.git",
  "https://①②⑦.0.0.1:PORT/x.git",
  "https://0:PORT/x.git",
  "https://[::1]:PORT/x.git",
  "https://[::]:PORT/x.git",
  "https://[::ffff:127.0.0.1]:PORT/x.git",
  "https://[::ffff:7f00:1]:PORT/x.git",
  "https://[64:ff9b::7f00:1]:PORT/x.git",
  "https://[2002:7f00:1::]:PORT/x.git",
  "https://[2001:0:7f00:1::]:PORT/x.git",
  "https://[fe80::1%25lo]:PORT/x.git",
  "https://[fd00::1]:PORT/x.git",
  "https://10.0.0.1/x.git",
  "https://172.16.0.1/x.git",
  "https://192.168.0.1/x.git",
  "https://100.100.100.200/latest/meta-data",
  "https://169.254.169.254/latest/meta-data",
  "https://[fd00:ec2::254]/latest/meta-data",
  "https://metadata.google.internal/x.git",
  "https://loopback.attack.test:PORT/x.git",
  "https://six.attack.test:PORT/x.git",
  "https://mapped.attack.test:PORT/x.git",
  "https://metadata.attack.test/x.git",
  "https://inside.attack.test/x.git",
  "https://several.attack.test:PORT/x.git",
  "https://user:password@127.0.0.1:PORT/x.git",
  "https://public.attack.test@127.0.0.1:PORT/x.git",
  "https://127.0.0.1:PORT#@public.attack.test/x.git",
  "https://127.0.0.1:PORT\\@public.attack.test/x.git",
  "http://127.0.0.1:PORT/x.git",
  "file:///etc/passwd",
  "ext::sh -c touch% /tmp/attacked",
  "git://127.0.0.1:PORT/x.git",
  "ssh://127.0.0.1:PORT/x.git",
  "ssh://-oProxyCommand=touch$IFS/tmp/attacked/x.git",
  "git@127.0.0.1:x.git",
  "gopher://127.0.0.1:PORT/_x",
  "--upload-pack=touch /tmp/attacked",
  "https://127.0.0.1:PORT/x.git\n--upload-pack=x",
];

/** A listener that counts who comes. */
async function listen(answer: (port: number) => Record<string, string> | null) {
  let reached = 0;
  const server: Server = createServer((_request, response) => {
    reached += 1;
    const { port } = server.address() as AddressInfo;
    const headers = answer(port);
    response.writeHead(headers ? 302 : 200, headers ?? {}).end("{}");
  });
  server.on("connection", () => {
    reached += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, reached: () => reached, close: () => server.close() };
}

export async function attackInnerNetwork(target: Target, report: Report): Promise<void> {
  const secret = await listen(() => null);
  const redirector = await listen(() => ({ location: `http://127.0.0.1:${secret.port}/latest/meta-data` }));
  const server = await startSecondServer(target, {
    port: target.port + 5,
    preload: "tests/attack/resolver.mjs",
    settings: { ATTACK_PUBLIC_PORT: String(redirector.port), CASEBOOK_ALLOW_PRIVATE_URLS: "false" },
  });
  const add = (tried: string, status: number | string, refused: boolean) => {
    const reached = secret.reached();
    const happened = reached > 0 ? `${status}, and the inside was reached` : `${status}`;
    report.add({ attack: "addresses inside", tried, happened, held: refused && reached === 0 });
  };
  try {
    for (const [index, address] of INSIDE.entries()) {
      const url = address.replace("PORT", String(secret.port));
      const source = { kind: "url", url };
      const name = `attack/r${Date.now()}-${index}`;
      const added = await post({ server, target, path: "/repositories", json: { name, source } });
      add(`repository: ${address}`, added.status, added.status === 400);
      const credentials = { kind: "github_token", token: "ghp_test" };
      const json = { label: name, base_url: url.replace("/x.git", ""), credentials };
      const connected = await post({ server, target, path: "/connections", json });
      add(`connection: ${address}`, connected.status, connected.status === 400);
    }
    await attackByChanging({ target, server, add });
    add(
      "redirected",
      redirector.reached() > 0 ? "asked, not followed" : "not asked",
      redirector.reached() > 0,
    );
  } finally {
    await server.stop();
    secret.close();
    redirector.close();
  }
}

type Posting = { server: { url: string }; target: Target; path: string; json: unknown };

const post = ({ server, target, path, json }: Posting) =>
  ask(server.url, byKey(target, { method: "POST", path: `/api/v1${path}`, json }));

const idIn = (text: string) => z.object({ id: z.string() }).parse(JSON.parse(text)).id;

type Changing = {
  target: Target;
  server: { url: string };
  add: (tried: string, status: number | string, refused: boolean) => void;
};

/** A name that means something else once it was checked, and a server that sends elsewhere. */
async function attackByChanging({ target, server, add }: Changing): Promise<void> {
  const connect = async (base_url: string) => {
    const json = { label: base_url, base_url, credentials: { kind: "github_token", token: "ghp_test" } };
    return post({ server, target, path: "/connections", json });
  };
  const rebinding = await connect("https://rebinding.attack.test");
  add("a name that changes: connected", rebinding.status, rebinding.status === 201);
  const tested = await post({ server, target, path: `/connections/${idIn(rebinding.text)}/test`, json: {} });
  const refused = /private network/.test(tested.text) || /"ok":false/.test(tested.text);
  add("a name that changes: asked", tested.status, refused);
  const redirecting = await connect("https://public.attack.test");
  const id = idIn(redirecting.text);
  // No listener here has a certificate. Nobody can write this address through the product.
  const database = new pg.Client({ connectionString: target.connection_string });
  await database.connect();
  await database.query("update connection set base_url = 'http://public.attack.test' where id = $1", [id]);
  await database.end();
  const sent = await post({ server, target, path: `/connections/${id}/test`, json: {} });
  add("a server that redirects inside", sent.status, /"ok":false/.test(sent.text));
}

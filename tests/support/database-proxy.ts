import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./free-port";

/**
 * A way to a database that can be cut. `refuse` ends what is open and refuses what comes, until `pass`; `silence` lets what
 * is open go on without ever an answer, as when the machine at its other end is gone, and what is opened later works.
 */
export async function startProxy(connection_string: string) {
  const { hostname, port: named_port, searchParams } = new URL(connection_string);
  const port = Number(named_port || 5432);
  // The embedded server listens on a socket in a folder.
  const socket_dir = searchParams.get("host");
  const open = new Set<Socket>();
  let refuses = false;
  const server = createServer((client) => {
    if (refuses) {
      client.destroy();
      return;
    }
    const database =
      socket_dir === null ? connect(port, hostname) : connect(`${socket_dir}/.s.PGSQL.${port}`);
    for (const each of [client, database]) {
      open.add(each);
      each.on("error", () => undefined);
      each.once("close", () => {
        open.delete(each);
        client.destroy();
        database.destroy();
      });
    }
    client.pipe(database).pipe(client);
  });
  const proxy_port = await freePort();
  await new Promise<void>((resolve) => server.listen(proxy_port, "127.0.0.1", resolve));
  const url = new URL(connection_string);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(proxy_port);
  const cut = () => {
    for (const each of open) each.destroy();
  };
  return {
    url: url.href,
    refuse: () => {
      refuses = true;
      cut();
    },
    pass: () => {
      refuses = false;
    },
    silence: () => {
      for (const each of open) {
        each.unpipe();
        each.pause();
      }
    },
    async stop() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

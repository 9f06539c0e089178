import { once } from "node:events";
import type { Socket } from "node:net";
import { type Frame, Framer, fatalError, greeting, ProtocolError, parseStartup } from "./frames";
import { EngineStopped, endsBatch, type Gate, GateClosed, type Session } from "./gate";
import { Statements } from "./statements";

/** A client's connection, from its first packet to the end of its socket. */
export type Connection = {
  /** Settles when the socket is closed and nothing of the connection is left in the session. Never rejects. */
  done: Promise<void>;
  /** Ends it now, telling the client why; `code` is an SQLSTATE. */
  end(code: string, reason: string): void;
};

/** What a batch may hold before its end: more is no client's normal behaviour and would fill the memory. */
const BATCH_LIMIT = 512 * 1024 * 1024;
/** How long a client may take to read why its connection ends. */
const FAREWELL_MS = 1_000;
/** What remains of a COPY that the gate has ended; PostgreSQL ignores it too. */
const COPY_MESSAGES = new Set(["d", "c", "f"]);

/** Serves one client. `parameters` are what the session tells it on start (server_version, TimeZone, …). */
export function serveConnection(
  socket: Socket,
  options: { id: number; gate: Gate; parameters: Record<string, string> },
): Connection {
  const end = (code: string, reason: string) => {
    if (socket.destroyed) return;
    socket.end(fatalError(code, reason), () => socket.destroy());
    // A client that reads nothing must not keep the server.
    const deadline = setTimeout(() => socket.destroy(), FAREWELL_MS);
    socket.once("close", () => clearTimeout(deadline));
  };
  const session: Session = {
    statements: new Statements(options.id),
    notify: (messages) => {
      if (socket.writable) socket.write(messages);
    },
    evict: () =>
      end("25P03", "terminated: idle in a transaction while other connections waited for the database"),
  };
  // A socket error also ends the loop below; without a listener it would end the process.
  socket.on("error", () => socket.destroy());

  async function serve(): Promise<void> {
    const framer = new Framer();
    let batch: Frame[] = [];
    let batch_bytes = 0;
    // The socket outlives the loop: why the connection ends may still have to be sent to the client.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      framer.add(chunk);
      for (let frame = framer.take(); frame; frame = framer.take()) {
        if (!framer.typed) {
          const request = parseStartup(frame.bytes);
          if (request.kind === "cancel") return;
          if (request.kind === "encryption") {
            await send(socket, Buffer.from("N"));
            continue;
          }
          const database = request.parameters.get("database") ?? "postgres";
          if (database !== "postgres") {
            return end(
              "3D000",
              `database "${database}" does not exist: the embedded server has only "postgres"`,
            );
          }
          framer.typed = true;
          await send(socket, greeting(options.parameters, options.id));
          continue;
        }
        if (frame.type === "X") return;
        if (COPY_MESSAGES.has(frame.type)) continue;
        batch.push(frame);
        batch_bytes += frame.bytes.length;
        if (batch_bytes > BATCH_LIMIT) throw new ProtocolError("too many messages without a Sync");
        if (!endsBatch(frame)) continue;
        const answer = await options.gate.run(session, batch);
        batch = [];
        batch_bytes = 0;
        await send(socket, answer);
      }
    }
  }

  async function live(): Promise<void> {
    try {
      await serve();
    } catch (error) {
      if (error instanceof ProtocolError) end("08P01", error.message);
      else if (error instanceof GateClosed) end("57P01", error.message);
      else if (error instanceof EngineStopped) end("57P02", error.message);
      // Anything else is the socket's own failure: there is no one left to tell.
    }
    // Only a stopped engine makes this fail, which the server reports to its operator.
    await options.gate.leave(session).catch(() => undefined);
    if (!socket.writableEnded) socket.destroy();
    if (!socket.closed) await once(socket, "close").catch(() => undefined);
  }

  return { done: live(), end };
}

/** Writes and waits until the client has taken it, so that a slow reader fills its own buffer and not our memory. */
async function send(socket: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0 || socket.write(bytes)) return;
  // A client that was reset while it waited for its turn takes nothing any more, and its socket has closed before.
  if (socket.destroyed) return;
  const { promise, resolve } = withResolvers();
  socket.once("drain", resolve).once("close", resolve);
  await promise;
  socket.off("drain", resolve).off("close", resolve);
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

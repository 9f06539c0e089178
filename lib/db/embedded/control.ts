import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { z } from "zod";
import { EmbeddedError, messageOf } from "./errors";

/** What a process beside the owner may ask of it: one JSON line each way. */
const requestSchema = z.object({ command: z.literal("backup"), path: z.string().min(1) });
const replySchema = z.union([
  z.object({ ok: z.literal(true), bytes: z.int() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
type Reply = z.infer<typeof replySchema>;

/** Answers the requests of one control connection; `backup` writes the file and returns its size in bytes. */
export async function serveControl(socket: Socket, backup: (path: string) => Promise<number>): Promise<void> {
  socket.on("error", () => socket.destroy());
  const answer = async (line: string): Promise<Reply> => {
    try {
      const request = requestSchema.parse(JSON.parse(line));
      return { ok: true, bytes: await backup(request.path) };
    } catch (error) {
      return { ok: false, error: messageOf(error) };
    }
  };
  for await (const line of createInterface({ input: socket })) {
    const reply = await answer(line);
    if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
  }
}

/**
 * Asks the owner for a backup; returns its size in bytes.
 * @throws EmbeddedError `not_running` when nobody answers, `backup_failed` with the owner's reason.
 */
export async function requestBackup(socket_path: string, path: string): Promise<number> {
  const socket = createConnection(socket_path);
  try {
    await once(socket, "connect");
    socket.write(`${JSON.stringify({ command: "backup", path })}\n`);
    for await (const line of createInterface({ input: socket })) {
      const reply = replySchema.parse(JSON.parse(line));
      if (reply.ok) return reply.bytes;
      throw new EmbeddedError("backup_failed", `The backup was not made: ${reply.error}.`);
    }
  } catch (cause) {
    if (cause instanceof EmbeddedError) throw cause;
    throw new EmbeddedError("not_running", "The embedded database does not answer: start it and try again.", {
      cause,
    });
  } finally {
    socket.destroy();
  }
  throw new EmbeddedError(
    "not_running",
    "The embedded database stopped during the backup: start it and try again.",
  );
}

/** Settles when the owner behind a control socket is gone. Holds no process open. */
export async function ownerGone(socket_path: string): Promise<void> {
  const socket = createConnection(socket_path);
  socket.unref();
  await new Promise<void>((resolve) => socket.once("error", () => {}).once("close", () => resolve()));
}

/**
 * The frames of PostgreSQL's wire protocol, version 3
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html): one type byte and a big-endian int32 that
 * counts itself and the body. The packets before the session begins have no type byte.
 */

/** One whole message. `type` is its type byte as a letter, or "" for a packet before the session; `bytes` has it all. */
export type Frame = { type: string; bytes: Buffer };

/** The client broke the protocol; the connection cannot go on, since the next frame's place is unknown. */
export class ProtocolError extends Error {}

const STARTUP_LIMIT = 10_000;
/** Half of what PostgreSQL takes: the engine holds a message twice, in JavaScript and in its 2 GB of memory. */
const MESSAGE_LIMIT = 512 * 1024 * 1024;

/** Cuts a byte stream into frames, wherever the network split it. Linear in the bytes, also for large frames. */
export class Framer {
  /** False until the session begins: the packets before it have no type byte. */
  typed = false;
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /**
   * The next whole frame, or undefined when more bytes are needed.
   * @throws ProtocolError when the length cannot be true.
   */
  take(): Frame | undefined {
    const prefix = this.typed ? 1 : 0;
    if (this.#size < Math.max(prefix + 4, this.#needed)) return undefined;
    const data = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = [data];
    const length = data.readInt32BE(prefix);
    if (length < 4 || length > (this.typed ? MESSAGE_LIMIT : STARTUP_LIMIT)) {
      throw new ProtocolError(`invalid message length ${length}`);
    }
    this.#needed = prefix + length;
    if (this.#size < this.#needed) return undefined;
    const bytes = data.subarray(0, this.#needed);
    this.#chunks = [data.subarray(this.#needed)];
    this.#size -= this.#needed;
    this.#needed = 0;
    return { type: this.typed ? String.fromCharCode(data.readUInt8(0)) : "", bytes };
  }
}

/** Builds a frame; a string part is written with the NUL that ends it. */
export function frame(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(`${part}\0`);
      return part;
    }),
  );
  const head = Buffer.alloc(type.length + 4);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
}

/** The NUL-terminated string that begins at `offset`, and where the next field begins. */
export function readString(bytes: Buffer, offset: number): { text: string; next: number } {
  const end = bytes.indexOf(0, offset);
  if (end < 0) throw new ProtocolError("unterminated string in a message");
  return { text: bytes.toString("utf8", offset, end), next: end + 1 };
}

/** What a client asks for before its session begins. */
export type StartupRequest =
  | { kind: "session"; parameters: Map<string, string> }
  | { kind: "encryption" }
  | { kind: "cancel" };

const CANCEL_REQUEST = 80877102;
const SSL_REQUEST = 80877103;
const GSSENC_REQUEST = 80877104;

/**
 * Reads a packet that came before the session.
 * @throws ProtocolError for a protocol other than 3.x.
 */
export function parseStartup(bytes: Buffer): StartupRequest {
  if (bytes.length < 8) throw new ProtocolError("startup packet too short");
  const code = bytes.readInt32BE(4);
  if (code === SSL_REQUEST || code === GSSENC_REQUEST) return { kind: "encryption" };
  if (code === CANCEL_REQUEST) return { kind: "cancel" };
  if (code >> 16 !== 3)
    throw new ProtocolError(`unsupported protocol version ${code >> 16}.${code & 0xffff}`);
  const parameters = new Map<string, string>();
  for (let offset = 8; bytes[offset]; ) {
    const name = readString(bytes, offset);
    const value = readString(bytes, name.next);
    parameters.set(name.text, value.text);
    offset = value.next;
  }
  return { kind: "session", parameters };
}

/** The answer to a startup packet: authenticated, the session's parameters, ready. */
export function greeting(parameters: Record<string, string>, process_id: number): Buffer {
  const key = Buffer.alloc(8);
  key.writeInt32BE(process_id, 0);
  return Buffer.concat([
    frame("R", Buffer.alloc(4)),
    ...Object.entries(parameters).map(([name, value]) => frame("S", name, value)),
    frame("K", key),
    frame("Z", Buffer.from("I")),
  ]);
}

/** An ErrorResponse that ends the connection; `code` is an SQLSTATE. */
export function fatalError(code: string, message: string): Buffer {
  return frame("E", "SFATAL", "VFATAL", `C${code}`, `M${message}`, Buffer.alloc(1));
}

/** A simple query. */
export function query(sql: string): Buffer {
  return frame("Q", sql);
}

/** Sync: ends a batch of extended-protocol messages. */
export const SYNC = frame("S");

/**
 * How an answer left the session: `I` outside a transaction, `T` inside, `E` inside a failed one; null when the answer
 * does not end in ReadyForQuery.
 */
export function readyStatus(answer: Buffer): "I" | "T" | "E" | null {
  const tail = answer.subarray(-6).toString("latin1");
  if (!tail.startsWith("Z\0\0\0\x05")) return null;
  const status = tail[5];
  if (status === "I" || status === "T" || status === "E") return status;
  return null;
}

/** The frames of a whole answer. */
export function splitAnswer(answer: Buffer): Frame[] {
  const framer = new Framer();
  framer.typed = true;
  framer.add(answer);
  const frames: Frame[] = [];
  for (let next = framer.take(); next; next = framer.take()) frames.push(next);
  return frames;
}

const NOTIFICATION = "A".charCodeAt(0);

/** The notifications in an answer, and the answer without them. */
export function separateNotifications(answer: Buffer): { rest: Buffer; notifications: Buffer } {
  const notifications: Buffer[] = [];
  const rest: Buffer[] = [];
  let begin = 0;
  for (let at = 0; at < answer.length; ) {
    const end = at + 1 + answer.readInt32BE(at + 1);
    if (answer[at] === NOTIFICATION) {
      rest.push(answer.subarray(begin, at));
      notifications.push(answer.subarray(at, end));
      begin = end;
    }
    at = end;
  }
  if (begin === 0) return { rest: answer, notifications: Buffer.alloc(0) };
  return {
    rest: Buffer.concat([...rest, answer.subarray(begin)]),
    notifications: Buffer.concat(notifications),
  };
}

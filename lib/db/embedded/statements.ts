import { type Frame, frame, readString } from "./frames";

/** A batch made ready for the one session that all connections share. */
export type PreparedBatch = {
  message: Buffer;
  /** Which ParseComplete of the answer (counted from 0) the client did not ask for; null: all were asked for. */
  hidden_parse: number | null;
  /** Whose unnamed statement the session holds afterwards; "kept" when the batch did not touch it. */
  unnamed: "own" | "none" | "kept";
};

/**
 * What ends a `COPY … FROM STDIN` that is waiting for data: the engine reads a batch to its end and no further, and takes
 * a missing end of COPY for a lost client, which stops the whole database. Outside COPY the message is ignored.
 */
const END_OF_COPY = frame(
  "f",
  "the embedded database takes no COPY FROM STDIN: use INSERT, or set DATABASE_URL to a PostgreSQL server",
);

/**
 * Keeps one connection's prepared statements apart from the others', though the session has one name space: names are
 * replaced by unique ones, and an unnamed statement that another connection has displaced is parsed again before it is
 * bound. Without this a Bind could run another connection's statement.
 */
export class Statements {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  #unnamed: Buffer | undefined;

  /** `connection_id` must be unique in the server's life. */
  constructor(connection_id: number) {
    this.#prefix = `c${connection_id}s`;
  }

  /** Prepares a batch; `unnamed_is_own` tells whether the session's unnamed statement is this connection's. */
  prepare(frames: readonly Frame[], unnamed_is_own: boolean): PreparedBatch {
    const out: Buffer[] = [];
    let parses = 0;
    let hidden_parse: number | null = null;
    let unnamed: PreparedBatch["unnamed"] = "kept";

    const reference = (name: string): string => {
      if (name !== "") return this.#rename(name);
      if (unnamed === "own" || (unnamed === "kept" && unnamed_is_own)) return "";
      if (!this.#unnamed) return this.#rename("");
      out.push(this.#unnamed);
      hidden_parse = parses++;
      unnamed = "own";
      return "";
    };

    for (const { type, bytes } of frames) {
      if (type === "P") {
        const name = readString(bytes, 5);
        parses++;
        if (name.text === "") {
          this.#unnamed = bytes;
          unnamed = "own";
          out.push(bytes);
        } else out.push(frame("P", this.#rename(name.text), bytes.subarray(name.next)));
      } else if (type === "B") {
        const portal = readString(bytes, 5);
        const name = readString(bytes, portal.next);
        const known = reference(name.text);
        out.push(known === "" ? bytes : frame("B", portal.text, known, bytes.subarray(name.next)));
      } else if ((type === "D" || type === "C") && bytes[5] === 0x53) {
        const name = readString(bytes, 6).text;
        const known = reference(name);
        if (type === "C" && name === "") this.#unnamed = undefined;
        out.push(known === "" ? bytes : frame(type, Buffer.from("S"), known));
      } else if (type === "Q") {
        this.#unnamed = undefined;
        unnamed = "none";
        out.push(bytes, END_OF_COPY);
      } else if (type === "E") out.push(bytes, END_OF_COPY);
      else out.push(bytes);
    }
    return { message: Buffer.concat(out), hidden_parse, unnamed };
  }

  /** Messages that close every statement this connection may have left; closing an unknown one is no error. */
  closeAll(): Buffer[] {
    return [...this.#names.values()].map((name) => frame("C", Buffer.from("S"), name));
  }

  #rename(name: string): string {
    const known = this.#names.get(name) ?? `${this.#prefix}${this.#names.size}`;
    this.#names.set(name, known);
    return known;
  }
}

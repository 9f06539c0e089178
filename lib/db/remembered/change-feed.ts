import { randomUUID } from "node:crypto";
import pg from "pg";

declare module "pg" {
  interface Client {
    /** Lets the process end while the connection is open; the types leave it out. */
    unref(): void;
  }
}

/** The channel on which triggers of the database say which row changed that processes remember: its id. */
export const CHANNEL = "casebook_changes";
/** What another channel proves: that this connection is heard by the same database as the pool speaks to. */
const ECHO = "echo ";

/** The tables with such a trigger. Where one lacks it, as after copying tables without triggers, nothing is remembered. */
export const ANNOUNCED = [
  "agent",
  "agent_key",
  "login",
  "member",
  "organization",
  "person",
  "repository_settings",
];

const CONNECT_LIMIT_MS = 5_000;
const ECHO_LIMIT_MS = 2_000;
const RETRY_MS = 1_000;
/** A connection whose other end is gone says nothing: it is asked again after this, and counts as down after the limit. */
const ASK_AFTER_MS = 500;
const SILENT_LIMIT_MS = 2_000;

/** A statement of the pool that the feed is for. */
type Ask = (text: string, values: readonly string[]) => Promise<readonly object[]>;

/** Hears of changes in the database while its connection is up. It is opened when it is first asked, and never by itself. */
export type ChangeFeed = {
  /** Counts what was heard; null while changes may go unheard. */
  position(): number | null;
  /** When the connection is up, or could not be had. */
  settled(): Promise<void>;
  /** Counts up as if a change of everything had been heard. */
  skip(): void;
  close(): Promise<void>;
};

/** @param heard gets the id of what changed, or null when everything may have changed. */
export function createChangeFeed({
  connection_string,
  ask,
  heard,
}: {
  connection_string: string;
  ask: Ask;
  heard: (id: string | null) => void;
}): ChangeFeed {
  let count = 0;
  let client: pg.Client | null = null;
  let isUp = false;
  let isClosed = false;
  let answered_at = 0;
  let tried_at = Number.NEGATIVE_INFINITY;
  let connecting: Promise<void> = Promise.resolve();
  let asking = false;

  const tell = (id: string | null) => {
    count += 1;
    heard(id);
  };

  function drop(lost: pg.Client): void {
    lost.end().catch(() => {});
    if (client !== lost) return;
    client = null;
    isUp = false;
    tell(null);
  }

  async function connect(): Promise<void> {
    const made = new pg.Client({
      connectionString: connection_string,
      application_name: "casebook-changes",
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      keepAlive: true,
    });
    client = made;
    made.on("error", () => drop(made));
    made.on("end", () => drop(made));
    const echo = `${ECHO}${randomUUID()}`;
    const echoed = new Promise<void>((resolve) => {
      made.on("notification", ({ payload = "" }) => {
        if (payload === echo) resolve();
        else if (!payload.startsWith(ECHO)) tell(payload);
      });
    });
    try {
      await made.connect();
      letEnd(made);
      await made.query(`listen ${CHANNEL}`);
      if (!(await hasTriggers(ask))) throw new Error("a table does not say what changed");
      // Behind a pooler in transaction mode a session hears nothing: only what the pool says and this hears is proof.
      await ask("select pg_notify($1, $2)::text", [CHANNEL, echo]);
      await within(echoed, ECHO_LIMIT_MS);
      if (client !== made || isClosed) return;
      answered_at = performance.now();
      isUp = true;
      tell(null);
    } catch {
      drop(made);
    }
  }

  function askAgain(): void {
    const asked = client;
    if (asking || asked === null) return;
    asking = true;
    within(asked.query("select 1"), CONNECT_LIMIT_MS)
      .then(
        () => {
          answered_at = performance.now();
        },
        () => drop(asked),
      )
      .finally(() => {
        asking = false;
      });
  }

  return {
    position() {
      if (isClosed) return null;
      const now = performance.now();
      if (!isUp) {
        if (client === null && now - tried_at > RETRY_MS) {
          tried_at = now;
          connecting = connect();
        }
        return null;
      }
      if (now - answered_at > ASK_AFTER_MS) askAgain();
      if (now - answered_at > SILENT_LIMIT_MS) return null;
      return count;
    },
    async settled() {
      await connecting;
    },
    skip: () => tell(null),
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
    },
  };
}

/** The process may end while it listens; the types of pg leave `unref` out. */
function letEnd(connection: pg.Client): void {
  if ("unref" in connection && typeof connection.unref === "function") connection.unref();
}

async function hasTriggers(ask: Ask): Promise<boolean> {
  const rows = await ask(
    `select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and t.tgname = 'announced' and t.tgenabled in ('O', 'A')
       and c.relname = any(string_to_array($1, ','))`,
    [ANNOUNCED.join()],
  );
  return rows.length === ANNOUNCED.length;
}

/** @throws Error when it takes longer. */
async function within<T>(work: Promise<T>, limit_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), limit_ms);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A running server, a key for it, and an id that no memory has. */
export type Server = { url: string; key: string; unknown_id: string };

/** What a generated client saw of it. */
export type Seen = {
  stored: string | undefined;
  memory_id: string | undefined;
  found: string[];
  listed: string[];
  missing: [status: number | undefined, code: string | undefined];
  refused: [status: number | undefined, pointer: string | undefined];
  wrong: string;
};

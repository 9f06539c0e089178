/** The few things the service asks of a database. */
export interface Client {
  query<Row>(sql: string, parameters: unknown[]): Promise<Row[]>;
  transaction<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

/** All statements go through here, so that every one is parameterised and timed. */
export function openClient(url: string): Client {
  return {
    async query(sql, parameters) {
      const started = performance.now();
      try {
        return await send(url, sql, parameters);
      } finally {
        const elapsed = performance.now() - started;
        if (elapsed > 200) console.warn(`slow statement (${elapsed.toFixed(0)} ms): ${sql}`);
      }
    },
    transaction(work) {
      return work(this);
    },
  };
}

async function send<Row>(url: string, sql: string, parameters: unknown[]): Promise<Row[]> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify({ sql, parameters }) });
  return (await response.json()) as Row[];
}

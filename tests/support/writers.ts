import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";

export type Written = {
  /** Statements that were acknowledged. */
  acknowledged: string[];
  /** Answers other than 201: their status, whether they said when to come back, and 0 where no answer came. */
  refused: { status: number; retry_after: string | null; detail: string }[];
};

/**
 * Agents that store one memory after the other until they are stopped. What was not acknowledged is sent again with the
 * same Idempotency-Key.
 */
export function startWriters({
  url,
  key,
  count,
}: {
  url: string;
  key: string;
  count: number;
}): Written & { stop(): Promise<void>; untilMore(more: number): Promise<void> } {
  const written: Written = { acknowledged: [], refused: [] };
  const over = new AbortController();
  const write = async (writer: number) => {
    for (let at = 0; !over.signal.aborted; at++) {
      const statement = `Mooring ${writer}-${at} of basin ${newId()} holds ${at % 9} barges.`;
      const idempotency_key = newId();
      for (let done = false; !done && !over.signal.aborted; ) {
        const answer = await store({ url, key, statement, idempotency_key });
        done = answer.status === 201;
        if (done) written.acknowledged.push(statement);
        else {
          written.refused.push(answer);
          await sleep(100);
        }
      }
    }
  };
  const writing = Array.from({ length: count }, (_, writer) => write(writer));
  return {
    ...written,
    async stop() {
      over.abort();
      await Promise.all(writing);
    },
    async untilMore(more) {
      const wanted = written.acknowledged.length + more;
      while (written.acknowledged.length < wanted) await sleep(20);
    },
  };
}

async function store({
  url,
  key,
  statement,
  idempotency_key,
}: {
  url: string;
  key: string;
  statement: string;
  idempotency_key: string;
}): Promise<Written["refused"][number]> {
  try {
    const response = await fetch(`${url}/api/v1/memories`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotency_key,
      },
      body: JSON.stringify({ kind: "fact", scope: "agent", statement }),
    });
    const { detail = "" } = await response.json();
    return { status: response.status, retry_after: response.headers.get("retry-after"), detail };
  } catch (error) {
    return { status: 0, retry_after: null, detail: String(error) };
  }
}

import type { LiveChange } from "@/lib/kernel/live";

/** What an open page gets: the changes of `GET /api/live`, read as they come. */
export type EventStream = {
  response: Response;
  /** Reads on until what was received is as it should be; the test's time limit ends a wait in vain. */
  until(holds: (changes: LiveChange[]) => boolean): Promise<LiveChange[]>;
  /** Reads on until the server ends the stream. */
  ended(): Promise<void>;
  close(): void;
};

export async function openEvents(url: string, cookie: string): Promise<EventStream> {
  const gone = new AbortController();
  const response = await fetch(`${url}/api/live`, { headers: { cookie }, signal: gone.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const more = async (): Promise<boolean> => {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    text += value ?? "";
    return !done;
  };
  const changes = () =>
    [...text.matchAll(/^data: (\{.+\})$/gm)].map(([, json = "{}"]) => JSON.parse(json) as LiveChange);
  return {
    response,
    close: () => gone.abort(),
    async until(holds) {
      while (!holds(changes())) if (!(await more())) throw new Error(`the stream ended: ${text}`);
      return changes();
    },
    async ended() {
      while (await more());
    },
  };
}

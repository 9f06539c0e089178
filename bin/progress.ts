import { spinner } from "@clack/prompts";

/**
 * Shows a step while it runs and how long it took: a spinner in a terminal, one line each in a log.
 * `say` changes what is shown meanwhile.
 */
export async function progress<T>(
  title: string,
  work: (say: (text: string) => void) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (!process.stdout.isTTY) {
    console.log(`${title} …`);
    const result = await work((text) => console.log(`  ${text}`));
    console.log(`  done in ${seconds()}`);
    return result;
  }
  const line = spinner({ indicator: "timer" });
  line.start(title);
  try {
    const result = await work((text) => line.message(`${title}: ${text}`));
    line.stop(`${title} (${seconds()})`);
    return result;
  } catch (error) {
    line.error(title);
    throw error;
  }
}

/** An expected failure: its message is one clear sentence with the remedy, and no stack is shown. */
export class StartError extends Error {}

/** Ends the process with exit code 1 and a sentence; a stack only for what nobody expected. */
export function exitWith(error: unknown): never {
  if (error instanceof StartError) console.error(`\n${error.message}\n`);
  else console.error(error);
  process.exit(1);
}

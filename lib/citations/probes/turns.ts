/** Lets `at_once` pieces of work run at the same time and the others wait for their turn, in order. */
export class Turns {
  private free: number;
  private waiting: { take: () => void }[] = [];

  constructor(at_once: number) {
    this.free = at_once;
  }

  /** @throws the signal's reason when it is aborted while the work waits. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.take(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next.take();
      else this.free += 1;
    }
  }

  private async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.waiting = this.waiting.filter((other) => other !== turn);
        reject(signal.reason);
      };
      const turn = {
        take: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      this.waiting.push(turn);
    });
  }
}

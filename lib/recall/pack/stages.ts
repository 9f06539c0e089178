import { AppError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";

/** A part of the work: when it began, in milliseconds after the first, and how long it took. Parts overlap. */
export type StageTime = { name: string; at: number; ms: number };

/** The stages of one recall: when each began, how long it took, and which could not be had. */
export class Stages {
  readonly times: StageTime[] = [];
  readonly degraded: string[] = [];
  private readonly started = performance.now();

  /** @param limit_ms of all stages together, from now on. */
  constructor(private readonly limit_ms: number) {}

  elapsed(): number {
    return performance.now() - this.started;
  }

  left(): number {
    return Math.max(0, this.limit_ms - this.elapsed());
  }

  degrade(what: string): void {
    if (this.degraded.includes(what)) return;
    this.degraded.push(what);
    metrics().degraded_total.inc({ part: what.split(":")[0] ?? what });
  }

  /**
   * The result of a stage, or `otherwise` when it fails or the time is over, which is reported and never thrown. What the
   * caller did wrong (an AppError for the input) is thrown.
   */
  async run<T>(name: string, work: () => Promise<T>, otherwise: T): Promise<T> {
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), this.left());
      });
      const result = await Promise.race([work().then((value) => ({ value })), late]);
      if (result !== "late") return result.value;
      this.degrade(`${name}: deadline`);
      return otherwise;
    } catch (error) {
      if (error instanceof AppError && (error.code === "invalid_input" || error.code === "not_found"))
        throw error;
      log().warn({ err: error, stage: name }, "a part of a recall failed");
      this.degrade(`${name}: failed`);
      return otherwise;
    } finally {
      clearTimeout(timer);
      this.note(name, started);
    }
  }

  /** Work that is done at once. What it throws is thrown. */
  time<T>(name: string, work: () => T): T {
    const started = performance.now();
    try {
      return work();
    } finally {
      this.note(name, started);
    }
  }

  /** Notes when work ends that began now and that nobody waits for here. */
  watch(name: string, work: Promise<unknown>): void {
    const started = performance.now();
    const end = () => this.note(name, started);
    void work.then(end, end);
  }

  private note(name: string, started: number): void {
    const at = round(started - this.started);
    this.times.push({ name, at, ms: round(performance.now() - started) });
  }
}

export const round = (ms: number) => Math.round(ms * 100) / 100;

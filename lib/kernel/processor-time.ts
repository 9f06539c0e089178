/**
 * Processor time of this process while some work runs, in milliseconds. For tests that tell a linear pattern from a quadratic
 * one: by the clock a busy machine would fail them.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

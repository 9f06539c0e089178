import { watchConnections } from "@/lib/doors/limits/connections";
import { stopServing, watchForStop } from "@/lib/doors/limits/stopping";
import { isDevelopment } from "@/lib/env";

/** Called once by Next when the web process begins. */
export function register(): void {
  watchConnections();
  if (isDevelopment()) return;
  watchForStop();
  // Next's own handlers, which wait for event streams to end by themselves, are switched off by NEXT_MANUAL_SIG_HANDLE.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, async () => {
      await stopServing();
      process.exit(0);
    });
}

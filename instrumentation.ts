import { watchConnections } from "@/lib/doors/limits/connections";

/** Called once by Next when the web process begins. */
export function register(): void {
  watchConnections();
}

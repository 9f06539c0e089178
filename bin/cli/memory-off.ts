import { ApiError } from "@/lib/doors/client/call";
import type { Session } from "./api";

/**
 * Says on standard error that memory is off in the organization, and what that did to the command; with --json too, for
 * the answer's shape is the API's.
 * @returns true when memory is off. False where the key may not read the organization: then it cannot be known.
 */
export async function warnIfOff(session: Session, consequence: string): Promise<boolean> {
  const { organizationGet } = await import("@/lib/access/contract");
  const organization = await session.call(organizationGet, {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "permission_denied") return null;
    throw error;
  });
  if (organization === null || organization.settings.enabled) return false;
  session.io.stderr.write(`${session.paint("yellow", "Memory is off:")} ${consequence}.\n`);
  return true;
}

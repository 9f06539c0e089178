import { env } from "@/lib/env";

/** Whether people with this address may be added and sign in by a provider. A subdomain is another domain. */
export function isAllowedEmail(email: string): boolean {
  const { SIGN_IN_EMAIL_DOMAINS: domains } = env();
  if (domains.length === 0) return true;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase() === domain);
}

import { z } from "zod";
import { env } from "@/lib/env";

const githubSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const claimsSchema = z.object({
  iss: z.string().optional(),
  email: z.string(),
  // Some providers send the word instead of the boolean.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
});

const TIMEOUT_MS = 10_000;

/**
 * The addresses that a sign-in provider vouches for, the account's primary one first. Anybody can enter anybody's address
 * at GitHub: its list says of each whether it was confirmed.
 */
export async function verifiedEmails({
  provider,
  access_token,
  profile,
}: {
  provider: string;
  access_token: string | undefined;
  profile: unknown;
}): Promise<string[]> {
  if (provider !== "github") return emailsInClaims(profile);
  if (access_token === undefined) return [];
  const response = await fetch("https://api.github.com/user/emails", {
    headers: { Authorization: `Bearer ${access_token}`, Accept: "application/vnd.github+json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) return [];
  return githubSchema
    .parse(await response.json())
    .filter(({ verified }) => verified)
    .sort((a, b) => Number(b.primary) - Number(a.primary))
    .map(({ email }) => email);
}

/**
 * An address counts when the provider calls it verified, or says nothing of it and its issuer is trusted by the settings.
 * The issuer is the token's: at a provider of many tenants each tenant is one of its own.
 */
function emailsInClaims(profile: unknown): string[] {
  const claims = claimsSchema.safeParse(profile);
  if (!claims.success) return [];
  const { iss, email, email_verified } = claims.data;
  if (email_verified === undefined) return iss !== undefined && isTrusted(iss) ? [email] : [];
  if (String(email_verified) === "true") return [email];
  return [];
}

const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, "");

function isTrusted(issuer: string): boolean {
  return env().OIDC_TRUSTED_ISSUERS.some((trusted) => withoutSlash(trusted) === withoutSlash(issuer));
}

import { z } from "zod";

const githubSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const claimsSchema = z.object({ email: z.string(), email_verified: z.literal(true) });

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
  if (provider !== "github") {
    const claims = claimsSchema.safeParse(profile);
    return claims.success ? [claims.data.email] : [];
  }
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

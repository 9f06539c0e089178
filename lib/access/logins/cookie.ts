import { decode } from "next-auth/jwt";
import { env } from "@/lib/env";

const COOKIE = "next-auth.session-token";

/** The id of the login that these cookies carry, or null. Whether it is alive only the database knows. */
export async function loginOfCookies(cookies: {
  get(name: string): string | undefined;
}): Promise<string | null> {
  const token = cookies.get(`__Secure-${COOKIE}`) ?? cookies.get(COOKIE);
  if (!token) return null;
  const claims = await decode({ token, secret: signingSecret() }).catch(() => null);
  if (typeof claims?.login_id === "string") return claims.login_id;
  return null;
}

/** The secret that seals cookies. @throws Error when none is set. */
export function signingSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET)
    throw new Error("NEXTAUTH_SECRET is not set. Start with `npm start`, which creates and stores one.");
  return NEXTAUTH_SECRET;
}

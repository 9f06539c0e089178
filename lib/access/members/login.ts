import type { AuthOptions } from "next-auth";
import { decode } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import GitHubProvider from "next-auth/providers/github";
import { database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { recordSignIn } from "../audit/sign-ins";
import { consumeLoginLink, findPersonByAccount, findPersonByEmail, insertPersonAccount } from "../unscoped";
import { verifiedEmails } from "./verified-emails";

const LOGIN_DAYS = 30;
const COOKIE = "next-auth.session-token";

/** The ways to sign in that this server has switched on, besides one-time links. */
export function signInProviders(): { id: string; name: string }[] {
  const settings = env();
  return [
    ...(settings.GITHUB_CLIENT_ID && settings.GITHUB_CLIENT_SECRET ? [{ id: "github", name: "GitHub" }] : []),
    ...(settings.OIDC_ISSUER && settings.OIDC_CLIENT_ID && settings.OIDC_CLIENT_SECRET
      ? [{ id: "oidc", name: settings.OIDC_NAME }]
      : []),
  ];
}

/** next-auth's options: one-time links always, GitHub and OpenID Connect when their settings are there. */
export function authOptions(): AuthOptions {
  return {
    secret: signingSecret(),
    session: { strategy: "jwt", maxAge: LOGIN_DAYS * 86_400 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: providers(),
    events: {
      signIn: ({ user, account }) =>
        recordSignIn(database(), {
          person: { id: user.id, name: user.name ?? "" },
          operation: "sign_in",
          provider: account?.provider ?? null,
          now: new Date(),
        }),
      signOut: ({ token }) =>
        recordSignIn(database(), {
          person: { id: token.sub ?? "", name: token.name ?? "" },
          operation: "sign_out",
          provider: null,
          now: new Date(),
        }),
    },
    callbacks: {
      async signIn({ user, account, profile }) {
        if (account?.provider === "link") return true;
        if (!account) return false;
        const person = await personOfAccount(account, profile);
        if (!person) return false;
        user.id = person.id;
        user.name = person.name;
        return true;
      },
      jwt: ({ token, user }) => (user ? { ...token, sub: user.id } : token),
    },
  };
}

function providers(): AuthOptions["providers"] {
  const settings = env();
  const link = CredentialsProvider({
    id: "link",
    name: "One-time link",
    credentials: { token: { type: "text" } },
    async authorize(credentials) {
      const token = credentials?.token;
      if (!token) return null;
      const person = await consumeLoginLink(database(), { token, now: new Date() });
      return person && { id: person.id, name: person.name, email: person.email };
    },
  });
  const enabled = signInProviders().map(({ id }) => id);
  return [
    link,
    ...(enabled.includes("github")
      ? [
          GitHubProvider({
            clientId: settings.GITHUB_CLIENT_ID ?? "",
            clientSecret: settings.GITHUB_CLIENT_SECRET ?? "",
          }),
        ]
      : []),
    ...(enabled.includes("oidc")
      ? [
          {
            id: "oidc",
            name: settings.OIDC_NAME,
            type: "oauth" as const,
            wellKnown: `${settings.OIDC_ISSUER?.replace(/\/+$/, "")}/.well-known/openid-configuration`,
            authorization: { params: { scope: "openid email profile" } },
            idToken: true,
            checks: ["pkce" as const, "state" as const],
            clientId: settings.OIDC_CLIENT_ID ?? "",
            clientSecret: settings.OIDC_CLIENT_SECRET ?? "",
            profile: (claims: { sub: string; name?: string; email?: string }) => ({
              id: claims.sub,
              name: claims.name ?? claims.email ?? claims.sub,
              email: claims.email ?? null,
            }),
          },
        ]
      : []),
  ];
}

/**
 * The person behind an account at a provider: the one it was linked to before, or the member that the provider's
 * verified e-mail address names. Nobody becomes a member by signing in.
 */
async function personOfAccount(
  account: { provider: string; providerAccountId: string; access_token?: string | undefined },
  profile: unknown,
) {
  const db = database();
  const { provider, providerAccountId: provider_account_id, access_token } = account;
  const known = await findPersonByAccount(db, { provider, provider_account_id });
  if (known) return known;
  for (const email of await verifiedEmails({ provider, access_token, profile })) {
    const person = await findPersonByEmail(db, { email });
    if (!person) continue;
    await insertPersonAccount(db, { provider, provider_account_id, person_id: person.id });
    return person;
  }
  return null;
}

/** The person whose login these cookies carry, or null. */
export async function personOfLogin(cookies: {
  get(name: string): string | undefined;
}): Promise<string | null> {
  const token = cookies.get(`__Secure-${COOKIE}`) ?? cookies.get(COOKIE);
  if (!token) return null;
  const claims = await decode({ token, secret: signingSecret() }).catch(() => null);
  return claims?.sub ?? null;
}

function signingSecret(): string {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET)
    throw new Error("NEXTAUTH_SECRET is not set. Start with `npm start`, which makes one and keeps it.");
  return NEXTAUTH_SECRET;
}

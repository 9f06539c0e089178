import type { AuthOptions } from "next-auth";
import GitHubProvider from "next-auth/providers/github";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { env } from "@/lib/env";
import { LOCAL_LOGIN_METHODS } from "../contract";
import { parseRoleRules } from "./roles";

/** The ways to sign in that this server has switched on, besides one-time links. */
export function signInProviders(): { id: "github" | "oidc"; name: string }[] {
  const settings = env();
  const providers: { id: "github" | "oidc"; name: string }[] = [];
  if (settings.GITHUB_CLIENT_ID && settings.GITHUB_CLIENT_SECRET)
    providers.push({ id: "github", name: "GitHub" });
  if (settings.OIDC_ISSUER && settings.OIDC_CLIENT_ID && settings.OIDC_CLIENT_SECRET)
    providers.push({ id: "oidc", name: settings.OIDC_NAME });
  return providers;
}

/** Whether a login needed no provider: it ends where these alone sign in. */
export const isLocal = (method: string | undefined): boolean =>
  LOCAL_LOGIN_METHODS.some((local) => local === method);

/** Whether one-time links sign in. @throws Error when nothing would, or the settings contradict each other. */
export function signsInByLinks(): boolean {
  const { SSO_ONLY } = env();
  if (SSO_ONLY && signInProviders().length === 0)
    throw new Error(
      "SSO_ONLY needs a provider: set GITHUB_CLIENT_ID and its secret, or OIDC_ISSUER with its client.",
    );
  return !SSO_ONLY;
}

/** @throws Error when nobody could sign in, or a rule of OIDC_ROLES cannot be read. */
export function assertSignInSettings(): void {
  signsInByLinks();
  parseRoleRules(env().OIDC_ROLES);
}

/** next-auth's settings of the providers that are switched on. */
export function oauthProviders(): AuthOptions["providers"] {
  const { GITHUB_CLIENT_ID = "", GITHUB_CLIENT_SECRET = "" } = env();
  const settings = {
    github: () => GitHubProvider({ clientId: GITHUB_CLIENT_ID, clientSecret: GITHUB_CLIENT_SECRET }),
    oidc: openIdProvider,
  };
  return signInProviders().map(({ id }) => settings[id]());
}

const claimsSchema = z.looseObject({ sub: z.string() });

/** The claims of an ID token whose signature, issuer, audience and nonce next-auth's client has verified. */
function claimsOf(id_token: string) {
  const [, payload = ""] = id_token.split(".");
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
}

type Claims = { sub: string; iss?: string; name?: string; email?: string };

function openIdProvider(): OAuthConfig<Claims> {
  const { OIDC_ISSUER = "", OIDC_NAME, OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET = "" } = env();
  return {
    id: "oidc",
    name: OIDC_NAME,
    type: "oauth",
    wellKnown: `${OIDC_ISSUER.replace(/\/+$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    userinfo: {
      // A provider may keep addresses and groups out of the ID token. What the signed token says wins.
      async request({ client, tokens }) {
        const signed = claimsOf(tokens.id_token ?? "");
        if (!client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return signed;
        const answered = await client.userinfo(tokens.access_token);
        if (answered.sub !== signed.sub) throw new Error("userinfo is about another subject");
        return { ...answered, ...signed };
      },
    },
    profile: (claims) => ({
      id: claims.sub,
      name: claims.name ?? claims.email ?? claims.sub,
      email: claims.email ?? null,
    }),
  };
}

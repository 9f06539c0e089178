import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { safeCallbackPath } from "@/lib/kernel/callback-path";
import { DAY_MS } from "@/lib/kernel/time";
import { log } from "@/lib/telemetry/log";
import { recordSignIn } from "../audit/sign-ins";
import { offersPasskeys } from "../passkeys/relying-party";
import { signInByPasskey } from "../passkeys/sign-in-by-passkey";
import { findReachOfLogin } from "../unscoped";
import { signingSecret } from "./cookie";
import { loginLimits } from "./limits";
import { isLocal, oauthProviders, signsInByLinks } from "./providers";
import { deleteLogin } from "./queries";
import { type Browser, type Entered, signInByLink } from "./sign-in-by-link";
import { signInByProvider } from "./sign-in-by-provider";

type Signing = { db: Database; browser: Browser; now: () => Date };

const PROVIDERS = ["github", "oidc"] as const;

/** next-auth's options for one request: one-time links and passkeys unless they are off, GitHub and OpenID Connect when they are set. */
export function authOptions({ db, browser, now }: Signing): AuthOptions {
  return {
    secret: signingSecret(),
    session: { strategy: "jwt", maxAge: Math.ceil((env().SIGN_IN_MAX_DAYS * DAY_MS) / 1000) },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [...(signsInByLinks() ? localProviders({ db, browser, now }) : []), ...oauthProviders()],
    callbacks: {
      // Also for what is no address at all, of which next-auth's own makes an error.
      redirect: ({ url, baseUrl }) => new URL(safeCallbackPath({ wanted: url, base: baseUrl }), baseUrl).href,
      async signIn({ user, account, profile }) {
        const provider = PROVIDERS.find((id) => id === account?.provider);
        // A link signed in when it was used up, a passkey when it was verified.
        if (!account || !provider) return isLocal(account?.provider) && loginIn(user) !== null;
        const { access_token } = account;
        const provider_account_id = accountIdOf({ provider, id: account.providerAccountId, profile });
        const entered = await signInByProvider(db, {
          account: { provider, provider_account_id, access_token, profile },
          browser,
          now: now(),
        });
        if (entered) Object.assign(user, userOf(entered));
        return entered !== null;
      },
      async jwt({ token, user }) {
        if (user) return { sub: user.id, login_id: loginIn(user) };
        const { login_id } = token;
        const alive = typeof login_id === "string" && (await isAlive({ db, now }, login_id));
        if (!alive) throw new Error("this login has ended");
        return token;
      },
    },
    logger: { error: logProblem, warn: () => undefined, debug: () => undefined },
    events: {
      async signIn({ user }) {
        const login_id = loginIn(user);
        if (login_id !== null) await recordSignIn(db, { login_id, operation: "sign_in", now: now() });
      },
      async signOut({ token }) {
        if (typeof token?.login_id !== "string") return;
        const { login_id } = token;
        await recordSignIn(db, { login_id, operation: "sign_out", now: now() });
        await deleteLogin(db, { login_id });
      },
    },
  };
}

/** What next-auth says of a failure. Its metadata may hold tokens and claims: the message alone is logged. */
function logProblem(code: string, metadata: unknown): void {
  const error = metadata instanceof Error ? metadata : errorIn(metadata);
  const level = code === "JWT_SESSION_ERROR" ? "debug" : "warn";
  log()[level]({ code, reason: error?.message }, "sign-in failed");
}

function errorIn(metadata: unknown): Error | null {
  const error: unknown = metadata !== null && typeof metadata === "object" && Reflect.get(metadata, "error");
  if (error instanceof Error) return error;
  return null;
}

const claimsSchema = z.object({ iss: z.string() });

/** An id of OpenID Connect is one issuer's own: another issuer may call another person the same. */
function accountIdOf({ provider, id, profile }: { provider: string; id: string; profile: unknown }): string {
  if (provider === "oidc") return `${claimsSchema.parse(profile).iss} ${id}`;
  return id;
}

const userOf = ({ person_id, login_id }: Entered) => ({ id: person_id, login_id });

/** The login that was made for a user as it signed in. */
function loginIn(user: User): string | null {
  const login_id: unknown = Reflect.get(user, "login_id");
  if (typeof login_id === "string") return login_id;
  return null;
}

const localProviders = (signing: Signing) => [linkProvider(signing), passkeyProvider(signing)];

function passkeyProvider({ db, browser, now }: Signing) {
  return CredentialsProvider({
    id: "passkey",
    name: "Passkey",
    credentials: { response: { type: "text" } },
    async authorize(credentials) {
      const response = credentials?.response;
      if (!response || !offersPasskeys()) return null;
      const entered = await signInByPasskey(db, { response, browser, now: now() });
      return entered && userOf(entered);
    },
  });
}

function linkProvider({ db, browser, now }: Signing) {
  return CredentialsProvider({
    id: "link",
    name: "One-time link",
    credentials: { token: { type: "text" } },
    async authorize(credentials) {
      const token = credentials?.token;
      if (!token) return null;
      const entered = await signInByLink(db, { token, browser, now: now() });
      return entered && userOf(entered);
    },
  });
}

async function isAlive({ db, now }: Pick<Signing, "db" | "now">, login_id: string): Promise<boolean> {
  return (await findReachOfLogin(db, { login_id, ...loginLimits(now()) })).length > 0;
}

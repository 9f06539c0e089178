import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type AccountClaims, type Configuration } from "oidc-provider";

export type OidcServer = {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Who signs in next, and what the provider says of them. */
  accounts: Map<string, AccountClaims>;
  close(): Promise<void>;
};

const CLIENT = { client_id: "casebook", client_secret: "a-secret-of-the-test-provider-0123456789" };

/** A real OpenID Connect provider on this machine, whose sign-in page is a form with the field `login`. */
export async function startOidc({
  callback,
  claims_in_id_token = false,
}: {
  /** The only address that it redirects to. */
  callback: () => string;
  /** Whether the ID token itself says who it is; else the userinfo endpoint does. */
  claims_in_id_token?: boolean;
}): Promise<OidcServer> {
  const accounts = new Map<string, AccountClaims>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [{ ...CLIENT, redirect_uris: [callback()], grant_types: ["authorization_code"] }],
    claims: {
      openid: ["sub", "groups"],
      email: ["email", "email_verified"],
      profile: ["name"],
    },
    conformIdTokenClaims: !claims_in_id_token,
    cookies: { keys: ["only-in-tests"] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_, sub) => {
      const claims = accounts.get(sub);
      return claims && { accountId: sub, claims: () => claims };
    },
  };
  const provider = new Provider(issuer, configuration);
  server.on("request", provider.callback());
  return {
    issuer,
    ...CLIENT,
    accounts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import type { Github } from "./client";
import { GithubError } from "./errors";

/** Who a connection is to GitHub. */
export type Account = {
  /** A login, or `App of account`. */
  name: string;
  /** Scopes of a classic token or `name: read|write` of an App; null for a fine-grained token, which tells none. */
  permissions: string[] | null;
};

/**
 * Asks GitHub who the connection is, and brings its limits up to date (which costs none of them).
 * @throws GithubError
 */
export async function describeAccount(github: Github, installation_id: string | null): Promise<Account> {
  const account =
    installation_id === null ? await ofToken(github) : await ofApp(github, Number(installation_id));
  await github.octokit.rest.rateLimit.get().catch((error: unknown) => {
    // An Enterprise server without limits does not have this address.
    if (!(error instanceof GithubError && error.code === "not_found")) throw error;
  });
  return account;
}

async function ofToken({ octokit }: Github): Promise<Account> {
  const { data, headers } = await octokit.rest.users.getAuthenticated();
  const scopes = headers["x-oauth-scopes"];
  const permissions =
    scopes === undefined
      ? null
      : scopes
          .split(",")
          .map((scope) => scope.trim())
          .filter(Boolean);
  return { name: data.login, permissions };
}

async function ofApp({ octokit }: Github, installation_id: number): Promise<Account> {
  const { data: app } = await octokit.rest.apps.getAuthenticated();
  const { data: installation } = await octokit.rest.apps.getInstallation({ installation_id });
  const permissions = Object.entries(installation.permissions)
    .map(([name, level]) => `${name}: ${level}`)
    .sort();
  // The installation's own token is what everything else uses; that it can be made is part of the answer.
  await octokit.auth({ type: "installation" });
  const owner = installation.account && "login" in installation.account ? installation.account.login : null;
  const name = app?.name ?? "App";
  return { name: owner === null ? name : `${name} of ${owner}`, permissions };
}

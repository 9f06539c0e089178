import { connectionCreate } from "@/lib/access/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import type { Context } from "@/lib/runtime/operation";
import { run } from "./database";
import { GITHUB_TOKEN, type GithubServer } from "./github";

/** What secrets of connections are encrypted with in tests. */
export const ENCRYPTION_KEY = "a-key-for-this-test-of-some-length-1";

/** Settings of a Casebook that keeps connections, to servers on this machine too. */
export const CONNECTION_SETTINGS = {
  CASEBOOK_ALLOW_PRIVATE_URLS: "true",
  CASEBOOK_ENCRYPTION_KEY: ENCRYPTION_KEY,
};

/** Connects an organization to a loopback GitHub by its token. */
export function connectGithub(
  server: GithubServer,
  context: Context,
  { webhook_secret }: { webhook_secret?: string } = {},
): Promise<OutputOf<typeof connectionCreate>> {
  const credentials = { kind: "github_token", token: GITHUB_TOKEN } as const;
  return run(
    connectionCreate,
    { label: "loopback", base_url: server.api_url, credentials, webhook_secret },
    context,
  );
}

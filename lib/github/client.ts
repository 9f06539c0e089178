import { createAppAuth } from "@octokit/auth-app";
import { Octokit as OctokitCore } from "@octokit/core";
import { restEndpointMethods } from "@octokit/plugin-rest-endpoint-methods";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { LRUCache } from "lru-cache";
import { guardedFetch } from "@/lib/net";
import { log } from "@/lib/telemetry/log";
import {
  GithubError,
  graphqlRateLimited,
  isGraphqlRateLimit,
  rateLimitMessage,
  toGithubError,
} from "./errors";
import { createRateState, type RateLimit, type RateState, resourceOf } from "./rate-limit";

const Octokit = OctokitCore.plugin(restEndpointMethods, retry, throttling);
type Octokit = InstanceType<typeof Octokit>;

export type GithubAuth =
  | { kind: "token"; token: string }
  | { kind: "app"; app_id: string; private_key: string; installation_id: string };

export type GithubConfig = {
  /** Tells connections apart: limits and caches are kept for each. */
  id: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise server; without a slash at the end. */
  api_url: string;
  auth: GithubAuth;
};

/**
 * One connection to GitHub. Every request of either client rejects with a {@link GithubError}; a GraphQL answer that
 * holds errors beside its data rejects as Octokit has it.
 */
export type Github = {
  id: string;
  /** For reviews, pull requests and files: REST, GraphQL and pagination, throttled as GitHub asks of those who write. */
  octokit: Octokit;
  /** For reading: not throttled, because GitHub's pause of a second between writes counts every GraphQL query too. */
  reader: Octokit;
  /**
   * A GET that is asked conditionally once its answer is known; an answer that did not change costs no quota. For
   * what changes, such as refs: what is named by its hash needs no asking at all.
   */
  get(path: string): Promise<unknown>;
  /** What GitHub said last of this connection's limits, newest statement of each. */
  rateLimits(): RateLimit[];
};

const RETRIES = { retries: 2, retryAfterBaseValue: 200 };
/** A longer wait is no pause but a failure, which the caller hears of at once. */
const PATIENCE_SECONDS = 3;
const USER_AGENT = "casebook";
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A connection to GitHub. Nothing is called yet. */
export async function createGithub(config: GithubConfig): Promise<Github> {
  const rate = createRateState();
  const patient = (retry_after: number, _options: unknown, _octokit: unknown, retry_count: number) =>
    retry_count === 0 && retry_after <= PATIENCE_SECONDS;
  const throttle = { id: config.id, onRateLimit: patient, onSecondaryRateLimit: patient };
  const octokit = createOctokit(config, throttle, rate);
  const reader = createOctokit(config, { enabled: false }, rate);
  const answers = new LRUCache<string, { etag: string; data: NonNullable<unknown> }>({ max: 500 });

  return {
    id: config.id,
    octokit,
    reader,
    rateLimits: () => rate.all(),
    async get(path) {
      const known = answers.get(path);
      try {
        const { data, headers } = await reader.request(`GET ${path}`, {
          headers: known ? { "if-none-match": known.etag } : {},
        });
        if (headers.etag !== undefined && data !== null && data !== undefined)
          answers.set(path, { etag: headers.etag, data });
        return data;
      } catch (error) {
        if (known && error instanceof GithubError && error.code === "not_modified") return known.data;
        throw error;
      }
    },
  };
}

/** A token is sent as it is; an App signs in as its installation, and again when that login ends. */
function authOptions(auth: GithubAuth) {
  if (auth.kind === "token") return { auth: auth.token };
  return {
    authStrategy: createAppAuth,
    auth: {
      appId: auth.app_id,
      privateKey: auth.private_key,
      installationId: Number(auth.installation_id),
    },
  };
}

type Throttle =
  | { enabled: false }
  | {
      id: string;
      onRateLimit: (after: number, options: unknown, octokit: unknown, count: number) => boolean;
      onSecondaryRateLimit: (after: number, options: unknown, octokit: unknown, count: number) => boolean;
    };

function createOctokit(config: GithubConfig, throttle: Throttle, rate: RateState): Octokit {
  const { api_url, auth } = config;
  const octokit = new Octokit({
    baseUrl: api_url,
    userAgent: USER_AGENT,
    throttle,
    retry: RETRIES,
    log: quiet,
    request: { fetch: guardedFetch },
    ...authOptions(auth),
  });
  // The last hook is the outermost: it sees what the retries left.
  octokit.hook.wrap("request", async (request, params) => {
    const resource = resourceOf(params.url);
    const wait_until = resource === null ? null : rate.exhaustedUntil(resource, new Date());
    if (wait_until)
      throw new GithubError("rate_limited", rateLimitMessage(wait_until), { retry_at: wait_until });
    try {
      const response = await request(params);
      rate.note(response.headers, new Date());
      if (isGraphqlRateLimit(response.data))
        throw graphqlRateLimited(rate.exhaustedUntil("graphql", new Date()));
      return response;
    } catch (error) {
      const failure = error instanceof Error && "response" in error ? error.response : null;
      if (failure !== null && typeof failure === "object" && "headers" in failure)
        rate.note(failure.headers, new Date());
      const known = toGithubError(error, new Date());
      if (known.code !== "not_modified")
        log().debug({ connection: config.id, code: known.code, err: known }, "GitHub refused");
      throw known;
    }
  });
  return octokit;
}

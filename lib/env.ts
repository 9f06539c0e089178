import { closest, distance } from "fastest-levenshtein";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { wrongInWords } from "./kernel/issue-words";

/** Every setting that a server has, in the order in which the README's table prints them. */
const flag = z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");
const port = z.coerce.number().int().min(1).max(65535);
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

const networks = list.refine(
  (items) => items.every(isNetwork),
  "must be addresses or CIDRs, such as 10.0.0.0/8",
);

function isNetwork(text: string): boolean {
  if (text.includes("/")) return ipaddr.isValidCIDR(text);
  return ipaddr.isValid(text);
}

/** What is no address at all is refused as that. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { pathname, search, hash } = new URL(address);
  return pathname === "/" && search === "" && hash === "";
}

export const ENVIRONMENT = {
  PORT: { schema: port.default(3000), doc: "Port of the web server." },
  HOST: {
    schema: z.string().default("127.0.0.1"),
    doc: "Address the web server listens on. `0.0.0.0` opens it to the network.",
  },
  CASEBOOK_PUBLIC_URL: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin, "must be an address without a path: Casebook is served at the root of a host")
      .optional(),
    doc: "The address people and agents use, behind a proxy or a domain. Default: `http://localhost:<PORT>`.",
  },
  CASEBOOK_ALLOWED_ORIGINS: {
    schema: list.optional(),
    doc: "Further origins, separated by commas, that may call the API and MCP from a browser.",
  },
  CASEBOOK_TRUSTED_PROXIES: {
    schema: networks.optional(),
    doc: "Addresses or CIDRs, separated by commas, of the proxies whose `X-Forwarded-For` is trusted. Unset: none.",
  },
  CASEBOOK_DATA_DIR: {
    schema: z.string().min(1).default(".casebook"),
    doc: "Folder for everything stored on this machine: the embedded database, the sign-in secret, the encryption key, clones of repositories.",
  },
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    doc: "PostgreSQL ≥ 15 with pgvector ≥ 0.8. Unset: an embedded database in the data folder.",
  },
  DATABASE_MIGRATION_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    doc: "The same database as the role that owns its tables: migrations run as that role, and `DATABASE_URL`'s role gets only the rights it needs (docs/operations.md). Unset: one role for both.",
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    doc: "The same database without a pooler such as PgBouncer between: each web process keeps one connection there, on which it hears that a key was revoked or a setting changed. Unset: `DATABASE_URL`.",
    secret: true,
  },
  DATABASE_PREPARED_STATEMENTS: {
    schema: flag.default(true),
    doc: "Frequent statements are prepared once for each connection. `false` where a pooler between keeps no prepared statements (PgBouncer in transaction mode before 1.21, or with `max_prepared_statements = 0`).",
  },
  DATABASE_READ_URL: {
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    doc: "A streaming replica of that database, for reads that it has caught up with (docs/scaling.md). Unset: everything is read from `DATABASE_URL`.",
    secret: true,
  },
  DATABASE_POOL_SIZE: {
    schema: z.coerce.number().int().min(1).max(200).default(10),
    doc: "Connections that each process opens at most.",
  },
  NEXTAUTH_SECRET: {
    schema: z.string().min(32, "must have at least 32 characters").optional(),
    doc: "Secret that signs logins. Unset: made on first start and kept in the data folder.",
    secret: true,
  },
  CASEBOOK_ENCRYPTION_KEY: {
    schema: z.string().min(32, "must have at least 32 characters").optional(),
    doc: "Key that encrypts the credentials of connections in the database. Unset: made on first start and kept in the data folder.",
    secret: true,
  },
  CASEBOOK_ENCRYPTION_KEY_PREVIOUS: {
    schema: z.string().min(32, "must have at least 32 characters").optional(),
    doc: "The previous `CASEBOOK_ENCRYPTION_KEY`, while the key is being replaced: what it encrypted can be read, and the worker encrypts it again.",
    secret: true,
  },
  GITHUB_CLIENT_ID: {
    schema: z.string().optional(),
    doc: "Switches on sign-in with GitHub (with the secret).",
  },
  GITHUB_CLIENT_SECRET: {
    schema: z.string().optional(),
    doc: "Secret of the GitHub OAuth app.",
    secret: true,
  },
  OIDC_ISSUER: { schema: z.url().optional(), doc: "Switches on sign-in with an OpenID Connect provider." },
  OIDC_CLIENT_ID: { schema: z.string().optional(), doc: "Client id at the OpenID Connect provider." },
  OIDC_CLIENT_SECRET: { schema: z.string().optional(), doc: "Client secret at that provider.", secret: true },
  OIDC_NAME: {
    schema: z.string().default("Single sign-on"),
    doc: "Name of that provider on the sign-in page.",
  },
  OIDC_TRUSTED_ISSUERS: {
    schema: list.default([]),
    doc: "Issuers, separated by commas, whose e-mail addresses count without `email_verified`. For Microsoft Entra, which sends none: `https://login.microsoftonline.com/<tenant id>/v2.0`.",
  },
  OIDC_ROLES: {
    schema: list.default([]),
    doc: "Roles by groups at that provider, such as `admins=owner,leads=lead,everyone=developer`; the highest counts, at every sign-in. `group=role@slug` is for one organization, without it for the first. Unset: owners choose roles.",
  },
  OIDC_ROLE_CLAIM: {
    schema: z.string().default("groups"),
    doc: "Claim that holds those groups: a text or a list of texts.",
  },
  SSO_ONLY: {
    schema: flag.default(false),
    doc: "Switches off one-time links and passkeys: people sign in with GitHub or the OpenID Connect provider alone.",
  },
  SIGN_IN_EMAIL_DOMAINS: {
    schema: list.default([]),
    doc: "E-mail domains, separated by commas, of people who may be added, invited and signed in by a provider. Unset: any.",
  },
  SIGN_IN_IDLE_HOURS: {
    schema: z.coerce.number().min(0.1).max(8760).default(168),
    doc: "Hours without a request after which a login ends.",
  },
  SIGN_IN_MAX_DAYS: {
    schema: z.coerce.number().min(0.01).max(365).default(30),
    doc: "Days after which a login ends in any case.",
  },
  CASEBOOK_OWNER_EMAIL: {
    schema: z.email().default("owner@localhost"),
    doc: "E-mail address of the owner that the first start creates. With `SSO_ONLY`: an address that the provider verifies.",
  },
  EMBEDDING_PROVIDER: {
    schema: z.enum(["local", "openai", "none"]).default("local"),
    doc: "`local` (MiniLM on this machine, no key), `openai` (any compatible endpoint), or `none` (text search only).",
  },
  EMBEDDING_MODEL_DIR: {
    schema: z.string().min(1).optional(),
    doc: "Folder of a BERT model with safetensors weights, such as bge-small, for `EMBEDDING_PROVIDER=local` instead of MiniLM. Needs onnxruntime-node.",
  },
  CASEBOOK_ONNXRUNTIME_DIR: {
    schema: z.string().min(1).default("."),
    doc: "Folder in whose `node_modules` onnxruntime-node is looked for, before the one that `casebook install-engine` fills. Where it is, the local embedder is about seven times as fast.",
  },
  EMBEDDING_BASE_URL: {
    schema: z.url().default("https://api.openai.com/v1"),
    doc: "Endpoint for `EMBEDDING_PROVIDER=openai`, such as `http://localhost:11434/v1` for Ollama.",
  },
  EMBEDDING_API_KEY: { schema: z.string().optional(), doc: "Key for that endpoint.", secret: true },
  EMBEDDING_MODEL: { schema: z.string().default("text-embedding-3-large"), doc: "Embedding model there." },
  EMBEDDING_DIMENSIONS: {
    schema: z.coerce.number().int().min(1).max(4000).default(1536),
    doc: "Length of its vectors; checked on every answer.",
  },
  CASEBOOK_SMTP_URL: {
    schema: z
      .string()
      .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
      .optional(),
    doc: "Mail server for notifications, such as `smtps://user:password@mail.example.com`. Unset: no e-mail is sent.",
    secret: true,
  },
  CASEBOOK_MAIL_FROM: {
    schema: z.string().min(3).default("Casebook <casebook@localhost>"),
    doc: "Sender of that e-mail: an address, or a name with one in angle brackets.",
  },
  RERANK_BASE_URL: {
    schema: z.url().optional(),
    doc: "Endpoint with `/rerank` as Cohere (v2), Jina and vLLM speak it, for the first 30 results of a search. Unset: none.",
  },
  RERANK_API_KEY: { schema: z.string().optional(), doc: "Key for that endpoint.", secret: true },
  RERANK_MODEL: { schema: z.string().default("rerank-v3.5"), doc: "Reranking model there." },
  RERANK_DEADLINE_MS: {
    schema: z.coerce.number().int().min(10).max(10_000).default(300),
    doc: "Milliseconds that it may take; after that, results keep their order without it, and the answer says so.",
  },
  LANGUAGE_MODEL_BASE_URL: {
    schema: z.url().optional(),
    doc: "OpenAI-compatible endpoint of a language model. Unset: none; everything works without.",
  },
  LANGUAGE_MODEL_API_KEY: { schema: z.string().optional(), doc: "Key for that endpoint.", secret: true },
  LANGUAGE_MODEL: { schema: z.string().default("gpt-4o-mini"), doc: "Language model there." },
  LANGUAGE_MODEL_INPUT_PRICE: {
    schema: z.coerce.number().min(0).optional(),
    doc: "US dollars per million input tokens, so that proposals show what drafting cost.",
  },
  LANGUAGE_MODEL_OUTPUT_PRICE: {
    schema: z.coerce.number().min(0).optional(),
    doc: "US dollars per million output tokens.",
  },
  CASEBOOK_REPOSITORY_ROOTS: {
    schema: list.optional(),
    doc: "Folders, separated by commas, below which repositories on this server may be registered by path. Unset: none but the demo's.",
  },
  CASEBOOK_ALLOW_PRIVATE_URLS: {
    schema: flag.default(false),
    doc: "Allows repositories at private network addresses. Leave off unless your forge is there.",
  },
  SSH_AUTH_SOCK: {
    schema: z.string().optional(),
    doc: "Socket of the SSH agent whose keys git uses for ssh:// repositories; set by the agent.",
  },
  HTTPS_PROXY: {
    schema: z.string().optional(),
    doc: "Proxy through which git reaches https:// repositories.",
    secret: true,
  },
  NO_PROXY: {
    schema: z.string().optional(),
    doc: "Hosts, separated by commas, that git reaches without that proxy.",
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).default(1200),
    doc: "Requests per minute for each key or login; a tenth of that for each address that is not signed in.",
  },
  REQUESTS_AT_ONCE: {
    schema: z.coerce.number().int().min(1).max(1_000).default(4),
    doc: "Operations of agents that a web process runs at once, at most half of them for one key, and as many of people. The others wait.",
  },
  REQUEST_WAIT_SECONDS: {
    schema: z.coerce.number().min(0.1).max(60).default(3),
    doc: "Maximum number of seconds that an agent's operation waits for its turn, a person's five times as long. What would wait longer by the average is refused at once with 503, of people from four times as long.",
  },
  KEEP_ALIVE_SECONDS: {
    // Node's own 5 s are shorter than what balancers wait (60 s for most, 120 for Caddy): a request over a connection that
    // is closed meanwhile is lost, and answered with 502 where it may not be repeated.
    schema: z.coerce.number().int().min(1).max(3_600).default(125),
    doc: "Seconds that a connection is kept between two requests; longer than the balancer in front keeps its own.",
  },
  WEB_HEAP_MB: {
    // Below 2,048, V8 collects before the heap has doubled; with its own limit, a part of the machine's memory, it lets
    // garbage of twice what is in use gather.
    schema: z.coerce.number().int().min(512).default(1_536),
    doc: "Megabytes that the heap of the web process may take.",
  },
  INIT_CWD: {
    schema: z.string().optional(),
    doc: "Set by npm: the current folder, which file names in commands are relative to.",
  },
  LOG_LEVEL: {
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    doc: "How much is logged, as JSON lines on stderr.",
  },
} satisfies Record<string, { schema: z.ZodType; doc: string; secret?: boolean }>;

export type Env = { [Name in keyof typeof ENVIRONMENT]: z.output<(typeof ENVIRONMENT)[Name]["schema"]> };

const schema = z.object(
  Object.fromEntries(Object.entries(ENVIRONMENT).map(([name, { schema }]) => [name, schema])),
) as unknown as z.ZodType<Env>;

/**
 * Reads and checks the settings. An empty variable counts as unset, as compose files write it.
 * @throws Error with one line for each wrong variable, never with a value.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(filled);
  if (result.success) return result.data;
  throw wrongSettings(result.error.issues.map((issue) => `${issue.path.join(".")}: ${wrongInWords(issue)}`));
}

/** The error that names wrong settings, one in each line. */
export function wrongSettings(lines: readonly string[]): Error {
  return new Error(`These settings are wrong:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** Variables of Casebook that are none of the server's settings: the plugin's, those of docker-compose.yml and of tests. */
const OTHERS = /^CASEBOOK_(?:(?:HOOK|TEST|BENCH)_\w+|SUPERVISOR|BIND|PORT|CPUS|MEMORY)$/;
/** Set by other programs too, which have neighbours of their own such as HTTP_PROXY. */
const SHARED = new Set(["SSH_AUTH_SOCK", "HTTPS_PROXY", "NO_PROXY", "INIT_CWD"]);
const MIN_LENGTH = 8;
const MAX_LETTERS_OFF = 2;

/** A sentence for each variable that is no setting, and by its name was meant as one. */
export function ignoredSettings(source: Record<string, string | undefined> = process.env): string[] {
  const settings = Object.keys(ENVIRONMENT).filter((name) => name.length > MIN_LENGTH && !SHARED.has(name));
  return Object.keys(source).flatMap((name) => {
    if (name in ENVIRONMENT || name in CLIENT_ENVIRONMENT || OTHERS.test(name)) return [];
    const nearest = closest(name, settings);
    if (distance(name, nearest) <= MAX_LETTERS_OFF)
      return [`${name} is no setting and is ignored; did you mean ${nearest}?`];
    if (!name.startsWith("CASEBOOK_")) return [];
    return [`${name} is no setting and is ignored.`];
  });
}

let current: Env | undefined;

/** The settings of this process, read once. */
export function env(): Env {
  current ??= readEnv();
  return current;
}

/** Sets what a start decided, such as the embedded database's address, for this process and the ones it starts. */
export function applySettings(values: Record<string, string>): void {
  Object.assign(process.env, values);
  current = undefined;
}

/** What the command line reads on the machine where it is called, which need not be a server's. */
export const CLIENT_ENVIRONMENT = {
  CASEBOOK_URL: {
    schema: z.string().optional(),
    doc: "Address of the Casebook to ask, instead of the one stored by `casebook login`.",
  },
  CASEBOOK_KEY: {
    schema: z.string().optional(),
    doc: "Agent key to use, instead of the stored one. `CASEBOOK_API_KEY`, the plugin's name for it, works too.",
  },
  CASEBOOK_API_KEY: { schema: z.string().optional(), doc: "See `CASEBOOK_KEY`." },
  XDG_CONFIG_HOME: {
    schema: z.string().optional(),
    doc: "Folder below which `casebook/config.json` is. Default: `~/.config`.",
  },
  NO_COLOR: { schema: z.string().optional(), doc: "Set to anything: no colours." },
  COLUMNS: {
    schema: z.string().optional(),
    doc: "Width of tables. Default: the terminal's; as wide as they are when the output is no terminal.",
  },
} satisfies Record<string, { schema: z.ZodType; doc: string }>;

export type ClientEnv = { [Name in keyof typeof CLIENT_ENVIRONMENT]?: string | undefined };

/**
 * The command line's own settings. A server's are not looked at: on a developer's machine DATABASE_URL or PORT may be
 * another program's, and none of Casebook's business.
 */
export function clientEnv(source: Record<string, string | undefined> = process.env): ClientEnv {
  const names = Object.keys(CLIENT_ENVIRONMENT);
  return Object.fromEntries(
    names.flatMap((name) => {
      if (source[name]) return [[name, source[name]]];
      return [];
    }),
  );
}

/** The folder where the person stands: npm runs scripts elsewhere, and says where they were called. */
export function startFolder(): string {
  return process.env.INIT_CWD || process.cwd();
}

/** The address people and agents use, without a slash at the end. */
export function publicUrl(): string {
  const { CASEBOOK_PUBLIC_URL, PORT } = env();
  return (CASEBOOK_PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, "");
}

/** Variables that git may see when it contacts a host: the SSH agent and the proxy, and no other. */
export function gitEnvironment(): Record<string, string | undefined> {
  const { SSH_AUTH_SOCK, HTTPS_PROXY, NO_PROXY } = env();
  return { SSH_AUTH_SOCK, HTTPS_PROXY, NO_PROXY };
}

/** True under `npm run dev`, where pages are compiled as they are opened. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}

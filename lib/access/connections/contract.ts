import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";

export const CONNECTION_KINDS = ["github_token", "github_app", "git_password"] as const;

export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The address of github.com's API. */
export const GITHUB_API = "https://api.github.com";

const secretText = (max: number) =>
  text({ max }).refine((value) => value.trim() === value, "must not begin or end with white space");

const decimal = (what: string) => z.string().regex(/^[1-9][0-9]{0,18}$/, `must be ${what}, a number`);

export const credentialsSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("github_token"),
      token: secretText(1000)
        .regex(/^[\x21-\x7e]+$/, "must not hold white space")
        .meta({ description: "A personal access token, fine-grained or classic" }),
    }),
    z.strictObject({
      kind: z.literal("github_app"),
      app_id: text({ max: 100 })
        .regex(/^[A-Za-z0-9._-]+$/, "must be an App's id or client id")
        .meta({ description: "The App's id or its client id" }),
      private_key: text({ max: 20_000 })
        .regex(
          /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
          "must be a private key in PEM form, with its first and last line",
        )
        .meta({ description: "The App's private key, the whole .pem file" }),
      installation_id: decimal("an installation's id").meta({
        description: "Number at the end of the installation's address on GitHub",
      }),
    }),
    z.strictObject({
      kind: z.literal("git_password"),
      username: text({ max: 200 }).regex(/^[^:\s]+$/, "must not hold a colon or white space"),
      password: secretText(2000).meta({ description: "A password or an access token of that forge" }),
    }),
  ],
  { error: 'must have kind "github_token", "github_app" or "git_password", with the fields of that kind' },
);

export type Credentials = z.output<typeof credentialsSchema>;

const webhookSecretSchema = secretText(200)
  .refine((value) => value.length >= 16, "must have at least 16 characters")
  .nullable()
  .meta({ description: "Secret that signs the webhooks of this connection; GitHub only" });

export const rateLimitSchema = z.object({
  resource: z.string().meta({ description: "core (REST), graphql, or as GitHub names it" }),
  limit: z.int().meta({ description: "Requests or points an hour" }),
  remaining: z.int(),
  reset_at: timeSchema,
  seen_at: timeSchema,
});

export type RateLimit = z.output<typeof rateLimitSchema>;

export const connectionTestSchema = z.object({
  at: timeSchema,
  ok: z.boolean(),
  account: z.string().nullable().meta({ description: "The account or the App that GitHub saw" }),
  permissions: z.array(z.string()).nullable().meta({
    description: "Scopes of a token or permissions of an App; null when GitHub does not report them",
  }),
  problem: z.string().nullable().meta({ description: "Why it failed" }),
});

export type ConnectionTest = z.output<typeof connectionTestSchema>;

export const connectionSchema = z.object({
  id: idSchema,
  kind: z.enum(CONNECTION_KINDS),
  label: z.string(),
  base_url: z.string().meta({ description: "GitHub: the API's address. Git: the https address it is for" }),
  username: z.string().nullable(),
  app_id: z.string().nullable(),
  installation_id: z.string().nullable(),
  has_webhook_secret: z.boolean(),
  repositories: z.int().meta({ description: "How many repositories are read through it" }),
  test: connectionTestSchema.nullable().meta({ description: "What the last test found" }),
  rate_limits: z.array(rateLimitSchema).meta({ description: "As last reported by GitHub" }),
  version: z.int(),
  created_at: timeSchema,
});

export type Connection = z.output<typeof connectionSchema>;

const labelSchema = text({ max: 100 });

const baseUrlSchema = text({ max: 500 }).meta({
  description: `GitHub: the API's address, ${GITHUB_API} or https://HOST/api/v3. Git: https://HOST/`,
});

export const connectionList = defineContract({
  name: "connection_list",
  module: "access",
  summary: "Connections to GitHub and to private git servers; never their secrets",
  effect: "read",
  reads: ["connections", "repositories"],
  permission: "connections:manage",
  reach: "organization",
  http: { method: "GET", path: "/connections", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(connectionSchema),
});

export const connectionCreate = defineContract({
  name: "connection_create",
  module: "access",
  summary: "Connect a GitHub account or App, or add the password of a private git server",
  effect: "write",
  changes: ["connections"],
  permission: "connections:manage",
  reach: "organization",
  http: { method: "POST", path: "/connections", status: 201 },
  example: { label: "Forge", credentials: { kind: "github_token", token: "github_pat_example" } },
  input: z.strictObject({
    label: labelSchema,
    base_url: baseUrlSchema.default(GITHUB_API),
    credentials: credentialsSchema,
    webhook_secret: webhookSecretSchema.default(null),
  }),
  output: connectionSchema,
});

export const connectionUpdate = defineContract({
  name: "connection_update",
  module: "access",
  summary: "Rename a connection, or give it new credentials or another webhook secret",
  effect: "write",
  changes: ["connections"],
  permission: "connections:manage",
  reach: "organization",
  http: { method: "PATCH", path: "/connections/{connection_id}", status: 200 },
  input: z.strictObject({
    connection_id: idSchema,
    label: labelSchema.optional(),
    base_url: baseUrlSchema.optional(),
    credentials: credentialsSchema.optional(),
    webhook_secret: webhookSecretSchema.optional(),
    version: versionSchema,
  }),
  output: connectionSchema,
});

export const connectionTest = defineContract({
  name: "connection_test",
  module: "access",
  summary: "Ask GitHub for a connection's account, permissions and remaining rate limits",
  effect: "write",
  changes: ["connections"],
  permission: "connections:manage",
  reach: "organization",
  http: { method: "POST", path: "/connections/{connection_id}/test", status: 200 },
  input: z.strictObject({ connection_id: idSchema }),
  output: connectionSchema,
});

export const connectionRemove = defineContract({
  name: "connection_remove",
  module: "access",
  summary: "Remove a connection that no repository uses, and delete its secrets",
  effect: "destroy",
  changes: ["connections"],
  permission: "connections:manage",
  reach: "organization",
  http: { method: "DELETE", path: "/connections/{connection_id}", status: 200 },
  input: z.strictObject({ connection_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

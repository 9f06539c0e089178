import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";

export const passkeyNameSchema = z.string().trim().min(1).max(80);

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  synced: z.boolean().meta({ description: "Its owner's other devices have it too" }),
  this_organization_only: z.boolean().meta({ description: "Added in a login to this organization only" }),
  created_at: timeSchema,
  last_used_at: timeSchema.nullable(),
});

export type Passkey = z.output<typeof passkeySchema>;

const base64Schema = z.base64url().max(20_000);

/** What a browser answers as it adds a passkey: `RegistrationResponseJSON` of Web Authentication, level 3. */
export const registrationSchema = z.object({
  id: base64Schema,
  rawId: base64Schema,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64Schema,
    attestationObject: base64Schema,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** What a browser answers as it signs in: `AuthenticationResponseJSON`. */
export const authenticationSchema = z.object({
  id: base64Schema,
  rawId: base64Schema,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64Schema,
    authenticatorData: base64Schema,
    signature: base64Schema,
    userHandle: base64Schema.optional(),
  }),
});

/** What a browser is asked for as it adds a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
const creationSchema = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

export type PasskeyCreation = z.output<typeof creationSchema>;

const shared = {
  module: "access",
  permission: "organization:read",
  reach: "self",
  people_only: true,
} as const;

export const passkeyList = defineContract({
  ...shared,
  name: "passkey_list",
  summary: "The passkeys by which you sign in",
  effect: "read",
  reads: ["passkeys"],
  http: { method: "GET", path: "/passkeys", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    items: z.array(passkeySchema).max(50),
    off_because: z.string().nullable().meta({ description: "Null: this server supports passkeys" }),
  }),
});

export const passkeyBegin = defineContract({
  ...shared,
  name: "passkey_begin",
  summary: "What the browser needs to create a passkey; to be answered within five minutes",
  effect: "write",
  changes: ["passkeys"],
  http: { method: "POST", path: "/passkeys/begin", status: 200 },
  input: z.strictObject({}),
  output: creationSchema,
});

export const passkeyAdd = defineContract({
  ...shared,
  name: "passkey_add",
  summary: "Store the passkey that the browser created",
  effect: "write",
  changes: ["passkeys"],
  http: { method: "POST", path: "/passkeys", status: 201 },
  example: {
    name: "Laptop",
    credential: {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
    },
  },
  input: z.strictObject({ name: passkeyNameSchema, credential: registrationSchema }),
  output: passkeySchema,
});

export const passkeyRename = defineContract({
  ...shared,
  name: "passkey_rename",
  summary: "Rename a passkey",
  effect: "write",
  changes: ["passkeys"],
  http: { method: "PATCH", path: "/passkeys/{passkey_id}", status: 200 },
  input: z.strictObject({ passkey_id: idSchema, name: passkeyNameSchema }),
  output: passkeySchema,
});

export const passkeyRemove = defineContract({
  ...shared,
  name: "passkey_remove",
  summary: "Remove a passkey: it can no longer sign in; existing logins stay",
  effect: "destroy",
  changes: ["passkeys"],
  http: { method: "DELETE", path: "/passkeys/{passkey_id}", status: 200 },
  input: z.strictObject({ passkey_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

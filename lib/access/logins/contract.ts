import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";

/** Ways to sign in without a provider. */
export const LOCAL_LOGIN_METHODS = ["link", "passkey"] as const;
export const LOGIN_METHODS = [...LOCAL_LOGIN_METHODS, "github", "oidc"] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

export const loginSchema = z.object({
  id: idSchema,
  method: z.enum(LOGIN_METHODS),
  device: z.string().meta({ description: "Browser and system" }),
  this_organization_only: z.boolean().meta({ description: "Created with a link to one organization" }),
  current: z.boolean().meta({ description: "The login of this request" }),
  created_at: timeSchema,
  last_seen_at: timeSchema.meta({ description: "To the minute" }),
});

export type Login = z.output<typeof loginSchema>;

const loginsSchema = z.object({ items: z.array(loginSchema).max(200) });
const endedSchema = z.object({ ended: z.int() });

export const loginList = defineContract({
  name: "login_list",
  module: "access",
  summary: "Where you are signed in",
  effect: "read",
  reads: ["logins"],
  permission: "organization:read",
  reach: "self",
  people_only: true,
  http: { method: "GET", path: "/logins", status: 200 },
  input: z.strictObject({}),
  output: loginsSchema,
});

export const loginEnd = defineContract({
  name: "login_end",
  module: "access",
  summary: "Sign out one browser, or all others",
  effect: "destroy",
  changes: ["logins"],
  permission: "organization:read",
  reach: "self",
  people_only: true,
  http: { method: "POST", path: "/logins/end", status: 200 },
  input: z.strictObject({
    login_id: idSchema
      .nullable()
      .default(null)
      .meta({ description: "Null: all except the login of this request" }),
  }),
  output: endedSchema,
});

export const memberLoginList = defineContract({
  name: "member_login_list",
  module: "access",
  summary: "Where a member is signed in to this organization",
  effect: "read",
  reads: ["logins", "members"],
  permission: "members:manage",
  reach: "organization",
  people_only: true,
  http: { method: "GET", path: "/members/{member_id}/logins", status: 200 },
  input: z.strictObject({ member_id: idSchema }),
  output: loginsSchema,
});

export const memberLoginEnd = defineContract({
  name: "member_login_end",
  module: "access",
  summary: "Sign a member out of this organization, at one place or everywhere",
  effect: "destroy",
  changes: ["logins"],
  permission: "members:manage",
  reach: "organization",
  people_only: true,
  http: { method: "POST", path: "/members/{member_id}/logins/end", status: 200 },
  input: z.strictObject({
    member_id: idSchema,
    login_id: idSchema.nullable().default(null).meta({ description: "Null: all" }),
  }),
  output: endedSchema,
});

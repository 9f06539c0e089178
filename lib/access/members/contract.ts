import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { ROLES } from "@/lib/kernel/permissions";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";

import { invitationSchema } from "../invitations/contract";

export const memberSchema = z.object({
  id: idSchema,
  person_id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  created_at: timeSchema,
});

export type Member = z.output<typeof memberSchema>;

export const memberList = defineContract({
  name: "member_list",
  module: "access",
  summary: "People in the organization",
  effect: "read",
  reads: ["members"],
  permission: "organization:read",
  reach: "organization",
  http: { method: "GET", path: "/members", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(memberSchema),
});

export const memberAdd = defineContract({
  name: "member_add",
  module: "access",
  summary:
    "Add a person by e-mail address, with a one-time link for who cannot sign in; who has an account is invited",
  effect: "write",
  changes: ["members", "invitations"],
  permission: "members:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/members", status: 201 },
  answers_secret: true,
  example: { email: "dana@example.com", name: "Dana" },
  input: z.strictObject({
    email: z.email("must be an e-mail address").max(254),
    name: text({ max: 100 }),
    role: z.enum(ROLES).default("developer"),
  }),
  output: z.object({
    member: memberSchema.nullable(),
    invitation: invitationSchema.nullable().meta({
      description:
        "Instead of a member: the person has an account on this server and accepts after signing in, or by signing in with the link",
    }),
    sign_in_url: z.string().nullable().meta({
      description:
        "To this organization alone, for a new person and for one who is a member of no other and signs in by nothing else",
    }),
    sign_in_url_expires_at: timeSchema.nullable(),
  }),
});

export const memberLinkCreate = defineContract({
  name: "member_link_create",
  module: "access",
  summary: "A new one-time sign-in link for a member who has no way to sign in; an unused one ends",
  effect: "write",
  changes: ["members"],
  permission: "members:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/members/{member_id}/sign-in-link", status: 201 },
  answers_secret: true,
  input: z.strictObject({ member_id: idSchema }),
  output: z.object({ sign_in_url: z.string(), sign_in_url_expires_at: timeSchema }),
});

export const memberUpdate = defineContract({
  name: "member_update",
  module: "access",
  summary: "Change a member's role",
  effect: "write",
  changes: ["members"],
  permission: "members:manage",
  people_only: true,
  reach: "organization",
  http: { method: "PATCH", path: "/members/{member_id}", status: 200 },
  input: z.strictObject({ member_id: idSchema, role: z.enum(ROLES) }),
  output: memberSchema,
});

export const memberRemove = defineContract({
  name: "member_remove",
  module: "access",
  summary: "Remove a member and end their logins; what they wrote stays",
  effect: "destroy",
  changes: ["members", "logins"],
  permission: "members:manage",
  people_only: true,
  reach: "organization",
  http: { method: "DELETE", path: "/members/{member_id}", status: 200 },
  input: z.strictObject({ member_id: idSchema }),
  output: z.object({ removed: z.literal(true) }),
});

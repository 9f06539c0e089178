import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { ROLES } from "@/lib/kernel/permissions";
import { timeSchema } from "@/lib/kernel/time";
import { agentKeySchema } from "../agents/contract";
import { invitationSchema } from "../invitations/contract";

export const leftoverSchema = z.object({
  person_id: idSchema,
  name: z.string(),
  role: z.enum(ROLES).nullable().meta({
    description: "What the person is now; only what goes beyond it is listed then. null: no member any more",
  }),
  keys: z
    .array(agentKeySchema.pick({ id: true, name: true, prefix: true, agent: true, last_used_at: true }))
    .meta({ description: "Still valid; created by the person, or by a key of the person" }),
  links: z
    .array(z.object({ email: z.string(), expires_at: timeSchema }))
    .meta({ description: "Sign-in links for others, not used yet" }),
  invitations: z.array(invitationSchema.pick({ id: true, email: true, role: true })),
});

export type Leftover = z.output<typeof leftoverSchema>;

export const leftoverList = defineContract({
  name: "leftover_list",
  module: "access",
  summary:
    "Valid keys, links and invitations by former members, or by members whose role has less rights now",
  effect: "read",
  reads: ["members", "keys", "invitations"],
  permission: "members:manage",
  reach: "organization",
  people_only: true,
  http: { method: "GET", path: "/leftovers", status: 200 },
  input: z.strictObject({}),
  output: z.object({ items: z.array(leftoverSchema) }),
});

export const leftoverEnd = defineContract({
  name: "leftover_end",
  module: "access",
  summary: "Revoke the keys, links and invitations that leftover_list shows of a person",
  effect: "destroy",
  changes: ["keys", "invitations"],
  permission: "members:manage",
  reach: "organization",
  people_only: true,
  http: { method: "POST", path: "/leftovers/{person_id}/end", status: 200 },
  input: z.strictObject({ person_id: idSchema }),
  output: leftoverSchema,
});

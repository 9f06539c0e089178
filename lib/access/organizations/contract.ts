import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { PERMISSIONS, ROLES } from "@/lib/kernel/permissions";
import { text } from "@/lib/kernel/text";
import { timeSchema } from "@/lib/kernel/time";
import { versionSchema } from "@/lib/kernel/version";
import { unknownAgentsSchema } from "../agents/agent-type-schema";
import { actorRefSchema } from "../fields";
import { settingsChangeSchema, settingsSchema } from "../settings/settings-schema";

export const permissionSchema = z.enum(PERMISSIONS);

export const organizationSchema = z.object({
  id: idSchema,
  slug: z.string(),
  name: z.string(),
  settings: settingsSchema,
  version: z.int(),
  created_at: timeSchema,
});

export type Organization = z.output<typeof organizationSchema>;

/** What an organization is called, where another one names it. */
export const namedOrganizationSchema = organizationSchema.pick({ id: true, slug: true, name: true });

export const organizationGet = defineContract({
  name: "organization_get",
  module: "access",
  summary: "The organization, its settings, and who is asking",
  effect: "read",
  reads: ["settings", "members"],
  permission: "organization:read",
  reach: "self",
  http: { method: "GET", path: "/organization", status: 200 },
  input: z.strictObject({}),
  output: organizationSchema.extend({
    example_of: namedOrganizationSchema
      .nullable()
      .meta({ description: "Set in an example: the organization that it belongs to" }),
    actor: actorRefSchema.extend({
      role: z.enum(ROLES).nullable(),
      permissions: z.array(permissionSchema),
    }),
  }),
});

export const organizationMine = defineContract({
  name: "organization_mine",
  module: "access",
  summary: "Organizations that your login gives access to",
  effect: "read",
  reads: ["members", "logins"],
  permission: "organization:read",
  reach: "self",
  people_only: true,
  http: { method: "GET", path: "/organizations", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      namedOrganizationSchema.extend({
        role: z.enum(ROLES),
        current: z.boolean(),
      }),
    ),
  }),
});

export const organizationUpdate = defineContract({
  name: "organization_update",
  module: "access",
  summary: "Rename the organization or change its settings",
  effect: "write",
  changes: ["settings"],
  permission: "organization:manage",
  reach: "organization",
  http: { method: "PATCH", path: "/organization", status: 200 },
  input: z.strictObject({
    name: text({ max: 100 }).optional(),
    settings: settingsChangeSchema.optional(),
    version: versionSchema,
  }),
  output: organizationSchema.extend({ unknown_agents: unknownAgentsSchema }),
});

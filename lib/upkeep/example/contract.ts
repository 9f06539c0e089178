import { z } from "zod";
import { namedOrganizationSchema } from "@/lib/access/organizations/contract";
import { exampleProgressSchema } from "@/lib/access/organizations/example-schema";
import { defineContract } from "@/lib/kernel/contract";

export const exampleSchema = namedOrganizationSchema.extend({ progress: exampleProgressSchema });

export type Example = z.output<typeof exampleSchema>;

export const exampleGet = defineContract({
  name: "example_get",
  module: "upkeep",
  summary:
    "The example of this organization, its progress, and whether this organization is an example itself",
  effect: "read",
  reads: ["settings", "memories", "findings", "repositories"],
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/example", status: 200 },
  input: z.strictObject({}),
  output: z.object({
    example: exampleSchema.nullable(),
    example_of: namedOrganizationSchema.nullable().meta({
      description: "Set in an example: the organization that it belongs to",
    }),
    has_data: z.boolean().meta({
      description: "This organization has repositories, memories or reviews of its own",
    }),
  }),
});

export const examplePlay = defineContract({
  name: "example_play",
  module: "upkeep",
  summary:
    "Create an example next to this organization: agents, sessions, memories, reviews and a proposal of a made-up service",
  effect: "write",
  changes: ["settings", "members", "jobs"],
  permission: "repositories:manage",
  people_only: true,
  reach: "organization",
  http: { method: "POST", path: "/example", status: 202 },
  input: z.strictObject({
    confirm: z.boolean().default(false).meta({
      description: "Needed when this organization has data of its own, which the example does not touch",
    }),
  }),
  output: exampleSchema,
});

export const exampleRemove = defineContract({
  name: "example_remove",
  module: "upkeep",
  summary: "Remove the example of this organization, or the example that this is, with everything in it",
  effect: "destroy",
  changes: ["settings", "members", "jobs"],
  permission: "repositories:manage",
  people_only: true,
  reach: "organization",
  http: { method: "DELETE", path: "/example", status: 202 },
  input: z.strictObject({}),
  output: z.object({ removing: z.literal(true) }),
});

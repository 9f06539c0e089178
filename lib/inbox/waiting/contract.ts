import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { repositoryRefSchema } from "@/lib/memories/fields";

export const waitingCounts = defineContract({
  name: "waiting_counts",
  module: "inbox",
  summary:
    "How much waits in each section of the dashboard or one repository of it, and what the caller has not read",
  effect: "read",
  reads: [
    "proposals",
    "skills",
    "deliveries",
    "memories",
    "conflicts",
    "repositories",
    "failures",
    "conversations",
    "jobs",
    "notifications",
  ],
  permission: "organization:read",
  people_only: true,
  reach: "organization",
  http: { method: "GET", path: "/waiting", status: 200 },
  input: z.strictObject({ repository: repositoryRefSchema.optional() }),
  output: z.object({
    proposals: z.int().meta({ description: "Open" }),
    deliveries: z.int().meta({ description: "Versions of skills that did not arrive" }),
    drifted: z.int().meta({ description: "Memories whose code changed" }),
    awaiting_safety: z
      .int()
      .meta({ description: "Memories that wait until a person says that they are safe" }),
    conflicts: z.int().meta({ description: "To decide" }),
    repositories: z.int().meta({ description: "That could not be fetched" }),
    failures: z.int().meta({ description: "That came back after they were solved" }),
    conversations: z
      .int()
      .meta({ description: "Days of which nothing could be learned; of every repository" }),
    notifications: z.int().meta({ description: "Unread, of the caller" }),
    jobs: z.int().nullable().meta({
      description: "Failed background jobs of every repository; null for those who may not manage them",
    }),
  }),
});

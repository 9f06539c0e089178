import { z } from "zod";
import { repositoryBriefSchema } from "@/lib/citations/citations/contract";
import { idSchema } from "@/lib/kernel/ids";
import { timeSchema } from "@/lib/kernel/time";
import { deliveryModeSchema, deliveryStatusSchema, skillRefSchema } from "../fields";

export const deliverySchema = z.object({
  id: idSchema,
  skill: skillRefSchema,
  repository: repositoryBriefSchema,
  version_number: z.int(),
  mode: deliveryModeSchema,
  status: deliveryStatusSchema,
  error: z.string().nullable().meta({ description: "What went wrong and the remedy" }),
  base_sha256: z.string().meta({ description: "SHA-256 of the file that the version was made for" }),
  found_sha256: z.string().nullable().meta({ description: "SHA-256 of the file found instead" }),
  attempts: z.int(),
  branch: z.string().nullable().meta({ description: "The branch it is on" }),
  commit_sha: z.string().nullable(),
  url: z.string().nullable().meta({ description: "Its pull request" }),
  pull_request: z.int().nullable(),
  followed_at: timeSchema.nullable().meta({ description: "When it was last checked whether it is merged" }),
  created_at: timeSchema,
  finished_at: timeSchema.nullable(),
});

export type Delivery = z.output<typeof deliverySchema>;

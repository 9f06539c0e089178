import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";

export const citationRemove = defineContract({
  name: "citation_remove",
  module: "memories",
  summary: "Remove a citation that was inferred from a memory's text; it is not inferred again",
  effect: "destroy",
  changes: ["memories", "citations"],
  permission: "memories:write",
  reach: "repository",
  when_off: "not_found",
  http: { method: "DELETE", path: "/citations/{citation_id}", status: 200 },
  input: z.strictObject({ citation_id: idSchema }),
  output: z.object({ memory_id: idSchema, removed: z.boolean() }),
});

import { z } from "zod";
import { actorRefSchema } from "@/lib/access/contract";

const payloadSchema = z.object({
  kind: z.string(),
  title: z.string(),
  path: z.string(),
  count: z.int(),
  actor: actorRefSchema,
  at: z.string(),
});

/** What a message says, before it is put into the format of its webhook. */
export type Payload = z.output<typeof payloadSchema>;

const UNREADABLE: Payload = {
  kind: "unknown",
  title: "",
  path: "/",
  count: 0,
  actor: { kind: "job", id: "", name: "" },
  at: "",
};

/** A payload as it is kept. */
export function readPayload(json: unknown): Payload {
  const parsed = payloadSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  return UNREADABLE;
}

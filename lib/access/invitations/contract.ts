import { z } from "zod";
import { defineContract } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";
import { pageInput, pageOf } from "@/lib/kernel/pagination";
import { ROLES } from "@/lib/kernel/permissions";
import { timeSchema } from "@/lib/kernel/time";

export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  created_at: timeSchema,
  expires_at: timeSchema,
});

export type Invitation = z.output<typeof invitationSchema>;

export const invitationList = defineContract({
  name: "invitation_list",
  module: "access",
  summary: "People who are invited and have not accepted",
  effect: "read",
  reads: ["invitations"],
  permission: "members:manage",
  reach: "organization",
  http: { method: "GET", path: "/invitations", status: 200 },
  input: z.strictObject({ ...pageInput }),
  output: pageOf(invitationSchema),
});

export const invitationWithdraw = defineContract({
  name: "invitation_withdraw",
  module: "access",
  summary: "Withdraw an invitation",
  effect: "destroy",
  changes: ["invitations"],
  permission: "members:manage",
  reach: "organization",
  http: { method: "DELETE", path: "/invitations/{invitation_id}", status: 200 },
  input: z.strictObject({ invitation_id: idSchema }),
  output: z.object({ withdrawn: z.literal(true) }),
});

const receivedInvitationSchema = invitationSchema
  .pick({ id: true, role: true, invited_by: true, created_at: true, expires_at: true })
  .extend({ organization_name: z.string() });

export const invitationReceived = defineContract({
  name: "invitation_received",
  module: "access",
  summary: "Organizations that invite you",
  effect: "read",
  reads: ["invitations"],
  permission: "organization:read",
  reach: "self",
  people_only: true,
  http: { method: "GET", path: "/invitations/received", status: 200 },
  input: z.strictObject({}),
  output: z.object({ items: z.array(receivedInvitationSchema) }),
});

export const invitationAnswer = defineContract({
  name: "invitation_answer",
  module: "access",
  summary: "Accept or decline an invitation to you",
  effect: "write",
  changes: ["invitations", "members"],
  permission: "organization:read",
  reach: "self",
  people_only: true,
  http: { method: "POST", path: "/invitations/received/{invitation_id}", status: 200 },
  input: z.strictObject({ invitation_id: idSchema, accept: z.boolean() }),
  output: z.object({ member: z.boolean() }),
});

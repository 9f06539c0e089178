import { useMessages } from "@/components/ui/messages";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import { memberRoles } from "@/messages/compiled/member-roles";
import type { members } from "@/messages/compiled/members";
import type { PlainKey } from "@/messages/message";

/** What a role may do, in words. */
export const RIGHTS: Record<Role, PlainKey<typeof members>> = {
  owner: "owner_may",
  lead: "lead_may",
  developer: "developer_may",
};

/** The roles to choose from, in words. */
export function useRoleOptions() {
  const roleWords = useMessages(memberRoles);
  return ROLES.map((role) => ({ value: role, label: roleWords(role) }));
}

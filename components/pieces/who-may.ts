"use client";

import { useLanguage, useMessages } from "@/components/ui/messages";
import { type Permission, ROLE_PERMISSIONS, ROLES } from "@/lib/kernel/permissions";
import { roles } from "@/messages/compiled/roles";

/** Names the people who may do something, for a sentence where a control would be: "owners and leads". */
export function useRolesThat(): (permission: Permission) => string {
  const t = useMessages(roles);
  const language = useLanguage();
  return (permission) => {
    const list = new Intl.ListFormat(language, { type: "conjunction" });
    return list.format(
      ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission)).map((role) => t(role)),
    );
  };
}

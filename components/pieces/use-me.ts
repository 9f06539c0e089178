"use client";

import { useQuery } from "@tanstack/react-query";
import { organizationGet } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import type { Permission } from "@/lib/kernel/permissions";

/**
 * Who looks at the screen, and what they may do. Until that is known nothing is allowed: a button that appears is
 * better than one that refuses. The server decides again in any case.
 */
export function useMe() {
  const { data } = useQuery(operationQuery(organizationGet, {}));
  return {
    organization: data ?? null,
    me: data?.actor ?? null,
    may: (permission: Permission) => data?.actor.permissions.includes(permission) ?? false,
  };
}

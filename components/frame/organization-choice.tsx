"use client";

import { useQuery } from "@tanstack/react-query";
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "@/components/ui/dropdown-menu";
import { organizationMine } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { ORGANIZATION_COOKIE } from "@/lib/kernel/organization-cookie";

const YEAR_SECONDS = 31_536_000;

/** Goes to another organization. A full load: nothing that was read of the one before stays in the browser. */
function enter(slug: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts
  document.cookie = `${ORGANIZATION_COOKIE}=${slug}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  window.location.assign("/");
}

/** The organizations that the login reaches, when there are several. */
export function OrganizationChoice() {
  const { data } = useQuery(operationQuery(organizationMine, {}));
  const items = data?.items ?? [];
  if (items.length < 2) return null;
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Organization</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={items.find(({ current }) => current)?.slug ?? ""} onValueChange={enter}>
        {items.map(({ slug, name, role }) => (
          <DropdownMenuRadioItem key={slug} value={slug}>
            <span className="truncate">{name}</span>
            <span className="ml-auto pl-3 text-muted-foreground text-xs">{role}</span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}

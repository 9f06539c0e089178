"use client";

import { useQuery } from "@tanstack/react-query";
import { switchOrganization } from "@/components/pieces/switch-organization";
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from "@/components/ui/dropdown-menu";
import { useMessages } from "@/components/ui/messages";
import { organizationMine } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { frameMenus } from "@/messages/compiled/frame-menus";

/** The organizations that the login reaches, when there are several. */
export function OrganizationChoice() {
  const t = useMessages(frameMenus);
  const { data } = useQuery(operationQuery(organizationMine, {}));
  const items = data?.items ?? [];
  if (items.length < 2) return null;
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t("organization")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={items.find(({ current }) => current)?.slug ?? ""}
        onValueChange={switchOrganization}
      >
        {items.map(({ slug, name, role }) => (
          <DropdownMenuRadioItem key={slug} value={slug}>
            <span className="truncate">{name}</span>
            <span className="ml-auto pl-3 text-muted-foreground text-xs">{t("role", { role })}</span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}

import type { Permission } from "@/lib/kernel/permissions";

export type PaletteAction = { name: string; words: string; href: string; permission: Permission };

/** What is done on a screen that opens with it: the dialog is open, or the field has the focus. */
export const PALETTE_ACTIONS: readonly PaletteAction[] = [
  {
    name: "Invite a member",
    words: "add person user",
    href: "/settings/members?new=true",
    permission: "members:manage",
  },
  {
    name: "Create an agent key",
    words: "new api token",
    href: "/settings/keys?new=true",
    permission: "keys:manage",
  },
  {
    name: "Add a repository",
    words: "connect new code",
    href: "/settings/repositories?new=true",
    permission: "repositories:manage",
  },
  {
    name: "Connect GitHub or another forge",
    words: "new connection token",
    href: "/settings/connections?new=true",
    permission: "connections:manage",
  },
  {
    name: "Draft proposals",
    words: "skills rules",
    href: "/proposals?draft=true",
    permission: "skills:manage",
  },
  {
    name: "Ask as an agent would",
    words: "playground preview pack context",
    href: "/recalls/playground",
    permission: "memories:read",
  },
];

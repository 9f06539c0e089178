import type { Permission } from "@/lib/kernel/permissions";
import type { framePalette } from "@/messages/compiled/frame-palette";
import type { PlainKey } from "@/messages/message";

type Word = PlainKey<typeof framePalette>;

export type PaletteAction = { name: Word; words: Word; href: string; permission: Permission };

/** What is done on a screen that opens with it: the dialog is open, or the field has the focus. */
export const PALETTE_ACTIONS: readonly PaletteAction[] = [
  {
    name: "invite",
    words: "invite_words",
    href: "/settings/members?new=true",
    permission: "members:manage",
  },
  {
    name: "create_key",
    words: "create_key_words",
    href: "/settings/keys?new=true",
    permission: "keys:manage",
  },
  {
    name: "add_repository",
    words: "add_repository_words",
    href: "/settings/repositories?new=true",
    permission: "repositories:manage",
  },
  {
    name: "connect",
    words: "connect_words",
    href: "/settings/connections?new=true",
    permission: "connections:manage",
  },
  {
    name: "draft",
    words: "draft_words",
    href: "/proposals?draft=true",
    permission: "skills:manage",
  },
  {
    name: "ask",
    words: "ask_words",
    href: "/recalls/playground",
    permission: "memories:read",
  },
];

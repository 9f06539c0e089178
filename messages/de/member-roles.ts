import type en from "../en/member-roles";

export default {
  owner: "Eigentümer",
  lead: "Lead",
  developer: "Entwickler",
} satisfies Record<keyof typeof en, string>;

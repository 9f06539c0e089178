import type en from "../en/roles";

export default {
  owner: "Eigentümer",
  lead: "Leads",
  developer: "Entwickler",
} satisfies Record<keyof typeof en, string>;

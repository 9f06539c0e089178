import type en from "../en/citations-loading";

export default {
  page: "Wird geladen",
  drift: "Die Drift-Warteschlange wird geladen",
} satisfies Record<keyof typeof en, string>;

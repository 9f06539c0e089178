import type en from "../en/reviews-words";

export default {
  verdict_approved: "genehmigt",
  verdict_approved_meaning: "Nichts musste umgesetzt werden.",
  verdict_needs_fixes: "Korrekturen nötig",
  verdict_needs_fixes_meaning: "Mindestens ein Befund war umzusetzen.",
  verdict_blocked: "blockiert",
  verdict_blocked_meaning: "Der Reviewer hat die Änderung blockiert.",
  period: "Zeitraum",
  period_30d: "30 Tage",
  period_90d: "90 Tage",
  period_180d: "6 Monate",
  period_365d: "1 Jahr",
  bucket: "Ein Punkt je",
  bucket_day: "Tag",
  bucket_week: "Woche",
  bucket_month: "Monat",
  high_from: "hoch ab {share}",
  rate_over_time: "Ablehnungsrate im Zeitverlauf",
  rate_of_all: "Ablehnungsrate, alle Regeln",
  rate_of_rule: "Ablehnungsrate, {rule}",
} satisfies Record<keyof typeof en, string>;

import type en from "../en/quality-words";

export default {
  limited: "Auf 0–1 begrenzt",
  outdated: "Seit der letzten Verwendung noch nicht aktualisiert",
  sum: "Qualität",
  before_drifted: "bevor sie veraltete",
  before_invalid: "bevor sie für ungültig erklärt wurde",
  before_superseded: "bevor sie ersetzt wurde",
  before_expired: "bevor sie ablief",
  not_served: "nicht ausgeliefert",
  level_high: "hoch",
  level_middling: "mittel",
  level_low: "niedrig",
  not_rated: "nicht bewertet",
  quality: "<sr>Qualität </sr>{quality}",
  quality_then: "<sr>Qualität </sr>{quality}<sr>, {past}</sr>",
  title: "Qualität {quality}: {words}",
} satisfies Record<keyof typeof en, string>;

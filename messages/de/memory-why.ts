import type en from "../en/memory-why";

export default {
  title: "Warum sie gefunden wurde",
  head_part: "Bestandteil",
  head_scale: "0 bis 1",
  head_weight: "Gewicht",
  head_adds: "trägt bei",
  part_meaning: "Bedeutung <measured>Kosinus {value}</measured>",
  part_words: "Wörter <measured>BM25 {value}</measured>",
  part_spelling: "Schreibweise <measured>Trigramme {value}</measured>",
  sum: "Summe",
  factor_quality: "Qualität",
  factor_recency: "Aktualität: wann sie zuletzt bestätigt wurde",
  factor_verification: "Bestätigung durch die letzten Prüfungen",
  score: "Wertung",

  by_meaning: "Bedeutung",
  by_words: "Wörter",
  by_spelling: "Schreibweise",
  by_score: "Wertung",
  label: "Warum sie gefunden wurde: {ways}, zu {share} relevant",
  label_below: "Warum sie gefunden wurde: {ways}, zu {share} relevant, unter der Schwelle",
  relevant: "zu {share} relevant",
  hardly_relevant: "kaum relevant, {share}",
  served:
    "Zu {share} relevant für diese Suche, nach Bedeutung und gemeinsamen Wörtern. Für eine solche Aufgabe kann sie ausgeliefert werden.",
  not_served:
    "Zu {share} relevant für diese Suche, nach Bedeutung und gemeinsamen Wörtern. Unter {floor} % wird sie nicht in Paketen ausgeliefert.",
  matching: "Übereinstimmende Wörter: {words}",
  legend:
    "Ein Strich: so nicht gefunden. Die Skala von 0 bis 1 reicht vom niedrigsten bis zum höchsten Wert aller Ergebnisse.",
} satisfies Record<keyof typeof en, string>;

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
  word_for_word: "Wort für Wort",
  scored: "Wertung {score}",
  label: "Warum sie gefunden wurde: {how}, durch {ways}; sie kann ausgeliefert werden",
  label_below: "Warum sie gefunden wurde: {how}, durch {ways}; sie würde nicht ausgeliefert",
  served:
    "Für eine so formulierte Aufgabe ist ihre Relevanz {share}, nach Bedeutung und gemeinsamen Wörtern. Sie kann ausgeliefert werden.",
  not_served:
    "Für eine so formulierte Aufgabe ist ihre Relevanz {share}, nach Bedeutung und gemeinsamen Wörtern. Unter {floor} % wird sie nicht ausgeliefert.",
  not_active: "Sie ist nicht aktiv: Agenten bekommen sie nicht.",
  matching: "Übereinstimmende Wörter: {words}",
  legend:
    "Ein Strich: so nicht gefunden. Die Skala von 0 bis 1 reicht vom niedrigsten bis zum höchsten Wert aller Ergebnisse.",
} satisfies Record<keyof typeof en, string>;

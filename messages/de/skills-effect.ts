import type en from "../en/skills-effect";

export default {
  verdict_improved: "besser",
  verdict_improved_meaning: "Weniger seiner Befunde werden abgelehnt.",
  verdict_no_evidence: "noch nicht belegt",
  verdict_no_evidence_meaning: "Der Unterschied kann Zufall sein, oder es wurden zu wenige Befunde gemeldet.",
  verdict_worse: "schlechter",
  verdict_worse_meaning: "Mehr seiner Befunde werden abgelehnt.",
  target_met: "erreicht",
  target_met_meaning: "Das Ziel ist erreicht.",
  target_not_met: "nicht erreicht",
  target_not_met_meaning: "Das Ziel ist nicht erreicht.",
  target_no_evidence: "noch nicht belegt",
  target_no_evidence_meaning: "Zu wenige Befunde für eine Aussage.",
  before: "Vorher",
  after: "Nachher",
  before_and_after: "Vorher und nachher",
  rejected_of_flagged: "{rejected, number} von {flagged, number} gemeldeten abgelehnt",
  version: "Version {version, number}",
  in_use_since: "in Verwendung seit <when></when>",
  not_delivered_yet: "genehmigt, noch nicht ausgeliefert, <when></when>",
  revert_suggested: "Empfohlen: Version {version, number} ansehen und zu ihr zurückkehren",
  unreadable: "Die Wirkung konnte nicht geladen werden.",
  empty: "Noch nichts zu vergleichen",
  empty_text:
    "Sobald ein Vorschlag genehmigt ist, werden hier die Ablehnungsraten seiner Regeln davor und danach verglichen.",
  each_version: "Wirkung jeder Version",
  rates_compared:
    "Ablehnungsrate der Regeln, die jede Version aufgegriffen hat, bis zu {days} Tage davor und danach",
  effect: "Wirkung",
  effect_definition:
    "Abgelehnte ÷ gemeldete Befunde der aufgegriffenen Regeln in diesem Skill. Besser oder schlechter nur, wenn das 95-%-Intervall des Unterschieds (Newcombe) die 0 ausschließt und auf beiden Seiten mindestens {least} gemeldet wurden. Die Zeit davor enthält die Befunde, die zur Änderung geführt haben; ein Teil eines Rückgangs kann daher eine Rückkehr zum Üblichen sein.",
  targets_unreadable: "Die Ziele konnten nicht geladen werden.",
  target_false_positives: "Fehlalarme −30 % in zwei Wochen",
  target_false_positives_definition:
    "Abgelehnte ÷ gemeldete Befunde aller Regeln in den ersten 14 Tagen, in denen eine Skill-Version in Verwendung war, verglichen mit den 14 Tagen davor. Erreicht, wenn die Rate um mindestens 30 % gefallen ist und das 95-%-Intervall des Unterschieds die 0 ausschließt.",
  target_adoption: "Mehr als die Hälfte der Vorschläge genehmigt",
  target_adoption_definition:
    "Genehmigte ÷ entschiedene Vorschläge, seit Beginn. Bei weniger als 10 Entscheidungen ist noch keine Aussage möglich.",
} satisfies Record<keyof typeof en, string>;

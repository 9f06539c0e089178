import type en from "../en/proposal-trial";

export default {
  title: "Probelauf",
  definition:
    "Die aufgenommenen Abschnitte in ihrer jetzigen Formulierung, angewendet auf die Befunde des Skills der letzten {days} Tage: Welche wären nicht gemeldet worden? Abgeglichen nach Regel, Stelle und Wörtern; einzelne Befunde können daher falsch zugeordnet sein.",
  not_applicable: "Diese Formulierung lässt sich nicht auf den Skill anwenden und daher nicht ausprobieren.",
  nothing_to_try:
    "Der Text fügt keine Zeile hinzu, die Befunde ausschließt; es gibt also nichts auszuprobieren.",
  hidden: "Umgesetzte Befunde, die er verborgen hätte",
  prevented: "Abgelehnte Befunde, die er verhindert hätte",
  with_count: "{findings}: <count>{total, number} von {of, number}</count>",
  more: "und {count, number} weitere",
} satisfies Record<keyof typeof en, string>;

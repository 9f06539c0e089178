import type en from "../en/proposal-page";

export default {
  unreadable: "Der Vorschlag konnte nicht geladen werden.",
  decided: "Entschieden",
  proposals: "Vorschläge",
  place: "{place, number} von {total, number} offenen",
  assigned_to: "{name} zugewiesen",
  not_assigned: "Der Vorschlag konnte nicht zugewiesen werden",
  unassigned: "Niemandem zugewiesen",
  assignee: "Zugewiesene Person",
  requested_by: "angefordert von {name}, nicht auf Grundlage von Befunden",
  uploaded: "hochgeladen <when></when>",
  supported:
    "{count, plural, one {# abgelehnter Befund spricht dafür} other {# abgelehnte Befunde sprechen dafür}}",
  supported_with_confidence:
    "{count, plural, one {# abgelehnter Befund spricht dafür} other {# abgelehnte Befunde sprechen dafür}}, Konfidenz {confidence}",
  confidence: "Konfidenz",
  confidence_definition:
    "Wie sicher ist, dass die Befunde, die diese Änderung verbirgt, Fehlalarme sind: das untere Ende des 95-%-Intervalls von verhinderten ÷ (verhinderten + verborgenen) Befunden der letzten 30 Tage. Die Formulierung wird nicht beurteilt.",
  drafted_without_model: "entworfen <when></when> ohne Sprachmodell",
  drafted_by: "entworfen <when></when> von {drafter}",
  counted: "gezählt <when></when>",
  effect: "Erwartete Wirkung",
  effect_definition:
    "Durch Abgleich gezählt: Befunde dieses Skills und der Regel des Abschnitts, in Dateien wie denen seiner Belege (gemeinsamer Ordner und gleiche Endung), mit ähnlichen Titeln (mindestens 40 % gemeinsame Wörter); bei einer Regel, die abgeschaltet oder herabgestuft wird, alle ihre Befunde. Die Belege selbst sind mitgezählt, daher ist dies eine Obergrenze. Die Formulierung wird nicht berücksichtigt.",
  how_drafted: "Wie er entworfen wurde",
  prompt: "Prompt {version}.",
  tokens_and_cost:
    "{input, number} Eingabe-Tokens, {output, number} Ausgabe-Tokens, {cost, number, ::.0000 group-off} US-Dollar.",
  tokens_without_price:
    "{input, number} Eingabe-Tokens, {output, number} Ausgabe-Tokens; es ist kein Preis hinterlegt.",
} satisfies Record<keyof typeof en, string>;

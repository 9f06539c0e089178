import type en from "../en/pieces";

export default {
  person: "Person",
  agent: "Agent",
  job: "Job",
  all: "Alle",
  formatting_only: "{status}, nur Formatierung",
  and_more: "und {count, number} weitere",
  show_less: "Weniger anzeigen",
  show_whole:
    "{what, select, statement {Ganze Aussage} reasoning {Ganze Begründung} reason {Ganze Begründung} outcome {Ganzes Ergebnis} solution {Ganze Lösung} output {Ganze Ausgabe} task {Ganze Aufgabe} message {Ganze Nachricht} other {Ganzen Text}} anzeigen",
  open_page: "Als Seite öffnen",
  close_by_key: "Schließen (Esc)",
  type_to_confirm: "Zum Bestätigen {expected} eingeben",
} satisfies Record<keyof typeof en, string>;

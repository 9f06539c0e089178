import type en from "../en/overview-setup";

export default {
  title: "Einrichtung",
  steps_done: "Erledigte Schritte",
  progress: "{done} von {steps} erledigt",
  progress_and_next: "{done} von {steps} erledigt; als Nächstes: {step}",
  show: "Schritte anzeigen",
  collapse: "Einklappen",
  hide: "Ausblenden",
  close: "Fertig",
  step_done: "erledigt",
  step_to_do: "noch zu tun",
  memory_off: "Memory ist ausgeschaltet.",
  memory_off_meaning:
    "Agenten lesen nichts, und was sie schreiben, wird nicht gespeichert. Ist Memory eingeschaltet, lässt es sich in den Einstellungen wieder ausschalten.",
  switch_on: "Memory einschalten",
  who_may_switch_on: "Ein Eigentümer schaltet sie ein.",
  was_switched_on: "Memory ist eingeschaltet",
  repository: "Ein Repository verbinden",
  repository_said: "ein Repository verbinden",
  repository_fetching: "Es wird gerade abgeholt.",
  repository_failed: "{repository} konnte nicht abgeholt werden. {problem}",
  repository_verb: "Repository hinzufügen",
  repository_who: "Ein Lead oder ein Eigentümer verbindet es.",
  repository_text:
    "Memorys zitieren seine Zeilen und werden an ihnen geprüft. Casebook liest die Historie und schreibt nichts außer genehmigten Skills.",
  key: "Einen Schlüssel für einen Agenten erstellen",
  key_said: "einen Schlüssel für einen Agenten erstellen",
  key_verb: "Schlüssel erstellen",
  key_verb_another: "Weiteren Schlüssel erstellen",
  key_who: "Ein Lead oder ein Eigentümer erstellt den Schlüssel; nur sie sehen, wann er verwendet wurde.",
  key_text: "Der Schlüssel weist den Agenten aus und sagt, was er darf.",
  call: "Den Agenten verbinden",
  call_said: "den Agenten verbinden",
  call_waiting: "Der Schlüssel existiert; sein erster Aufruf steht noch aus.",
  store: "Eine geprüfte Memory speichern",
  store_said: "eine geprüfte Memory speichern",
  store_unverified: "Eine Memory ist gespeichert, aber noch keine mit einem Zitat ist geprüft.",
  store_without_repository:
    "Verbinden Sie zuerst ein Repository, dann zitiert dieser Befehl eine Zeile daraus; nur Memorys mit Zitaten werden geprüft.",
  store_text:
    "Er zitiert eine Zeile von {repository}, die sofort geprüft wird. $CASEBOOK_KEY ist darin der Schlüssel des Agenten.",
  store_example:
    "Das ist ein Beispiel: Schreiben Sie, was in Ihrem Code gilt und in welcher Datei es steht, oder löschen Sie die Memory danach auf ihrer Seite.",
  store_command: "Befehl, der eine Memory speichert",
  review: "Das erste ausgewertete Review einreichen",
  review_said: "das erste ausgewertete Review einreichen",
  review_text:
    "Abgelehnte Befunde und ihre Begründungen werden zu Belegen für bessere Skills. $CASEBOOK_KEY ist im Befehl der Schlüssel des Agenten.",
  review_example:
    "Dieses ist ein Beispiel: Es zählt in Ihren Zahlen und lehrt Agenten, bis Sie es auf seiner Seite unter Reviews zurücknehmen.",
  review_command: "Befehl, der ein ausgewertetes Review einreicht",
} satisfies Record<keyof typeof en, string>;

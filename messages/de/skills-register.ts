import type en from "../en/skills-register";

export default {
  title: "Skills registrieren",
  description:
    "Ein registrierter Skill wird hier versioniert; für ihn werden Vorschläge entworfen, und genehmigte Änderungen werden in seine Datei zurückgeschrieben.",
  repository: "Repository",
  choose_repository: "Repository wählen",
  repositories_unreadable: "Die Repositorys konnten nicht geladen werden.",
  no_repository: "Noch kein Repository",
  no_repository_text:
    "Fügen Sie in den Einstellungen ein Repository hinzu; seine Skills werden in seinen Dateien gefunden.",
  skills_unreadable: "Die Skills dieses Repositorys konnten nicht geladen werden.",
  none_found: "Keine SKILL.md gefunden",
  none_found_text: "Skills werden unter {folders} gesucht, in den aktuellen Dateien des Repositorys.",
  nameless: "ohne Namen",
  state_registered: "registriert",
  read_again: "Neu einlesen",
  register: "Registrieren",
  register_all: "Alle {count, number} registrieren",
  done: "Fertig",
  nothing_new: "Nichts Neues",
  several_changed: "{count, plural, one {# Skill} other {# Skills}} registriert oder aktualisiert",
  was_registered: "{name} registriert",
  was_updated: "{name} wurde aktualisiert",
  refused: "{count, number} abgewiesen: {reasons}",
} satisfies Record<keyof typeof en, string>;

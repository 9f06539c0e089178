import type en from "../en/recall-page";

export default {
  recalls: "Abrufe",
  unreadable: "Der Abruf konnte nicht geladen werden.",
  agent: "Agent",
  agent_as: "{agent} <muted>als {agent_type}</muted>",
  repository: "Repository",
  no_repository: "keines",
  category: "Kategorie",
  session: "Sitzung",
  no_session: "keine",
  when: "Wann",
  time: "Dauer",
  milliseconds: "{ms, number} ms",
  outcome: "Ergebnis",
  no_memory_served: "keine Memory wurde ausgeliefert",
  partial: "Unvollständig, ohne {missing}.",
  ask_again: "In der Spielwiese erneut fragen",
  pack_held_back: "Das zurückgehaltene Paket",
  nothing_served: "Nichts wurde ausgeliefert.",
} satisfies Record<keyof typeof en, string>;

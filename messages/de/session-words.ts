import type en from "../en/session-words";

export default {
  sessions: "Sitzungen",
  agent: "Agent",
  repository: "Repository",
  no_repository: "keines",
  took: "Dauer",
  state_open: "offen",
  state_open_meaning: "Sie kann weitergehen.",
  state_ended: "beendet",
  state_ended_meaning: "Ihr Client hat das Ende gemeldet.",
  state_silent: "verstummt",
  state_silent_meaning: "6 Stunden lang keine Aktivität, daher hat ein Job sie geschlossen.",
  outcome_open: "Offen",
  outcome_ended: "Beendet",
  outcome_silent: "Verstummt",
  outcome_failed: "Mit Fehlern",
  under_a_minute: "< 1\u00a0Min.",
  minutes: "{minutes} Min.",
  hours: "{hours} Std.",
  hours_and_minutes: "{hours} Std. {minutes} Min.",
} satisfies Record<keyof typeof en, string>;

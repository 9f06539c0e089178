import type en from "../en/reviews-preference-correct";

export default {
  prefer: "Mir ist lieber",
  about: "Thema: {what}",
  statement: "Was Agenten ausgeliefert wird",
  save: "Speichern",
  was_corrected: "Vorliebe korrigiert",
  was_corrected_meaning: "Sie bleibt, was auch immer Konfiguration oder Korrekturen später sagen.",
} satisfies Record<keyof typeof en, string>;

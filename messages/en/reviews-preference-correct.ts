/** The dialog that corrects a preference. */
export default {
  prefer: "I prefer",
  about: "About {what}",
  statement: "What agents are served",
  save: "Save",
  was_corrected: "Preference corrected",
  was_corrected_meaning: "It stays, whatever configuration or fixes say later.",
};

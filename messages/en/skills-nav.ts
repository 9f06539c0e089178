/** The pages of the skills. */
export default {
  label: "Views of skills",
  skills: "Skills",
  packs: "Starter packs",
};

/** The list of skills. */
export default {
  title: "Skills",
  question: "What do our agents' skills say, and how did they change?",
  register: "Register skills",
  who_may_register: "Only {roles} may register skills.",
  column_skill: "Skill",
  column_purpose: "What it is for",
  column_repository: "Repository",
  column_version: "Version",
  column_delivery: "Delivery",
  column_open: "To decide",
  column_changed: "Changed",
  no_delivery: "none yet",
  unreadable: "The skills could not be loaded.",
  empty: "No skill is registered",
  empty_text:
    "A skill is a SKILL.md file of a repository. Once it is registered, proposals for its text are drafted from the most rejected rules.",
};

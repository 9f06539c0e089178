/** The people with each role, within a sentence. */
export default {
  owner: "owners",
  lead: "leads",
  developer: "developers",
};

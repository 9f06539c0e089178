/** What a member is. */
export default {
  owner: "owner",
  lead: "lead",
  developer: "developer",
};

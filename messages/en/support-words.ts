/** What a definition is to the memory that rests on it, and what was decided on it. */
export default {
  kind_named: "named in the memory",
  kind_constant: "a value that the cited lines use",
  kind_callee: "a function that the cited lines call",
  decided_holds: "Still true",
  decided_stale: "No longer true",
};

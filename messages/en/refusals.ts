/** Why an agent was not served or not learned from, and what changes it. */
export default {
  agent_not_allowed: "Not served and not learned from",
  agent_not_allowed_said: "not served and not learned from",
  agent_not_allowed_remedy: "Add its type or name to the allowed agents in the settings.",
  agent_type_not_allowed: "Not learned from as this type",
  agent_type_not_allowed_said: "not learned from as this type",
  agent_type_not_allowed_remedy:
    "Its key is bound to other agent types; create a key that is valid for every agent type.",
  repository_not_allowed: "Not learned from in this repository",
  repository_not_allowed_said: "not learned from in this repository",
  repository_not_allowed_remedy: "Its key is bound to other repositories.",
  global_not_allowed: "Not stored for the whole organization",
  global_not_allowed_said: "not stored for the whole organization",
  global_not_allowed_remedy:
    "Its key lacks memories:global, so the memory has a narrower scope; a lead can make a single memory global.",
  refused: "{agent} as {agent_type}",
  refused_called: "{agent} as {agent_type}, called {called}",
  a_person: "a person",
};

/** What can be wanted of a rule of a skill. */
export default {
  except: "Add exceptions",
  except_title: "Add exceptions to a rule",
  except_text: "Cases that recur among the rule's rejected findings are added as exceptions to its section.",
  demote: "Demote",
  demote_title: "Demote a rule",
  demote_text:
    "The rule stays in the skill, but its findings are reported as minor remarks that need no action.",
  disable: "Disable",
  disable_title: "Disable a rule",
  disable_text:
    "The skill says that the rule must no longer be flagged, where rejected findings are evidence against it.",
  rewrite: "Rewrite",
  rewrite_title: "Rewrite a rule",
  rewrite_text: "The lines that state the rule are rewritten so that they exclude the rejected cases.",
};

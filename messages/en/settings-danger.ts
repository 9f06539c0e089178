/** What stops something for everybody, or cannot be taken back. */
export default {
  leads_only: "Only leads and owners can use this page.",
  example: "Example",
  example_description: "A made-up organization next to yours, to explore or to demonstrate.",
  memory: "Switch memory off",
  memory_description:
    "Agents read nothing and store nothing from now on, until it is switched on again. Stored memories stay.",
  memory_off: "Switch memory off…",
  memory_on: "Switch memory on",
  memory_is_on: "Memory is on",
  memory_is_off: "Memory is off",
  repository: "Remove a repository",
  repository_description:
    "It is no longer fetched, and nothing can cite it. Its tasks, failures, reviews and skills are deleted with it; not possible while a memory belongs to it or cites it.",
  repository_field: "Repository",
  repository_none: "No repository is registered",
  repository_choose: "Choose one",
  repository_remove: "Remove…",
  leave: "Leave the organization",
  leave_description: "You lose access at once; what you wrote stays. Only an invitation brings you back.",
  leave_only_owner: "You are the only owner: make somebody else an owner under Members first.",
  leave_open: "Leave…",
  leave_title: "Leave {name}?",
  leave_confirm: "Leave",
  leave_effect: "You are signed out here. Keys that you created keep working until somebody revokes them.",
};

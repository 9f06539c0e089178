/** The steps that set up an organization, on the overview. */
export default {
  title: "Set up",
  steps_done: "Steps done",
  progress: "{done} of {steps} done",
  progress_and_next: "{done} of {steps} done; next: {step}",
  show: "Show the steps",
  collapse: "Collapse",
  hide: "Hide",
  close: "Done",
  step_done: "done",
  step_to_do: "to do",
  memory_off: "Memory is off.",
  memory_off_meaning:
    "Agents read nothing, and what they write is not stored. Once it is on, the settings can switch it off again.",
  switch_on: "Switch memory on",
  who_may_switch_on: "An owner switches it on.",
  was_switched_on: "Memory is on",
  /** Each step as a title, and in the middle of a sentence. */
  repository: "Connect a repository",
  repository_said: "connect a repository",
  repository_fetching: "It is being fetched.",
  repository_failed: "{repository} could not be fetched. {problem}",
  repository_verb: "Add repository",
  repository_who: "A lead or an owner connects it.",
  repository_text:
    "Memories cite its lines and are checked against them. Casebook reads the history and writes nothing except approved skills.",
  key: "Create a key for an agent",
  key_said: "create a key for an agent",
  key_verb: "Create key",
  key_verb_another: "Create another key",
  key_who: "A lead or an owner creates the key; only they see when it was used.",
  key_text: "The key identifies the agent and says what it may do.",
  call: "Connect the agent",
  call_said: "connect the agent",
  call_waiting: "The key exists; waiting for its first call.",
  store: "Store a memory that is verified",
  store_said: "store a memory that is verified",
  store_unverified: "A memory is stored, but none with a citation is verified yet.",
  store_without_repository:
    "Connect a repository first, and this command cites a line of it; only cited memories are verified.",
  store_text:
    "It cites a line of {repository}, which is checked at once. In the command, $CASEBOOK_KEY is the agent's key.",
  store_example:
    "It is an example: write what holds in your code and the file that says so, or delete the memory afterwards on its page.",
  store_command: "Command that stores a memory",
  review: "Submit the first evaluated review",
  review_said: "submit the first evaluated review",
  review_text:
    "Rejected findings and their reasons become the evidence for better skills. In the command, $CASEBOOK_KEY is the agent's key.",
  review_example:
    "This one is an example: it counts in your figures and teaches agents until you take it back on its page, under Reviews.",
  review_command: "Command that submits an evaluated review",
};

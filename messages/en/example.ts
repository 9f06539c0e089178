/** The example of an organization. */
export default {
  example: "Example",
  explore: "Explore an example first.",
  explore_meaning:
    "A made-up team's repository, agents, reviews and a proposal to decide, in a separate organization next to yours.",
  create: "Create the example",
  create_title: "Create an example next to your data?",
  create_verb: "Create",
  create_meaning:
    "This organization has data of its own. The example is created as a separate organization: your data is not changed, shown there or mixed with it, and you can remove the example with one click.",
  open: "Open the example",
  stop: "Stop and remove",
  remove: "Remove the example",
  creating: "Creating the example: {step} <progress>({done, number} of {steps, number})</progress>",
  waiting: "waiting for the worker",
  steps: "Steps of the example",
  failed: "<failed>The example was not created.</failed> {error}",
  removing: "The example is being removed.",
  ready: "<name></name> <rest>is next to your organization, separate from it.</rest>",
};

/** How each measure of `lib/kernel/measures.ts` is computed. */
export default {
  memories_in_use: "Memories that are active or drifted.",
  memories_backed:
    "Memories in use (active or drifted) that cite code ÷ all memories in use. All are counted, so there is no interval.",
  memories_holding:
    "Memories in use (active or drifted) whose citations were all valid at their last check ÷ those in use that cite code. All are counted, so there is no interval.",
  memories_drifted: "Memories with a citation that a check found edited or missing. They are not served.",
  memories_waiting_for_safety:
    "Memories in quarantine, and memories that are held back from other agents until a lead accepts them.",
  memories_waiting_for_leads: "The same number, for people who may not decide on them.",
  memories_quarantined: "Memories whose text gives instructions to AI models. They are not served.",
  memories_suggested: "Memories that wait for a lead to make them global.",
  memories_stored:
    "Memories stored in the period, today included, whatever their status now. Deleted ones are not counted.",
  memories_citing:
    "Memories in use, active, drifted or quarantined, with a citation in this file or below this folder.",
  average_quality:
    "The mean quality, 0–1, of all active memories. A memory's own page explains its quality part by part.",
  low_quality: "Active memories with a quality below 0.5 ÷ all active memories.",
  citations_holding:
    "Citations of memories in use that were unchanged, moved or renamed at their last check ÷ those that were checked and could be read.",
  citations_with_status: "Citations of memories in use, by what their last check found.",
  citations_failing:
    "Citations of memories in use that were edited or missing at their last check, without those whose lines were only formatted, of all that were ever read.",
  citations_changed:
    "Checks that found a citation failing that was valid at the check before, or when it was cited, or the other way round.",
  supports_changed:
    "Functions and values that memories depend on and that changed, until somebody decides whether the memories are still true.",
  citations_held_then:
    "At the end of each week: citations that were valid at their last check ÷ those that had been checked and read by then. A citation is no longer counted once its memory is superseded, invalidated or expired. The brackets show the 95 % interval (Wilson).",
  citations_turned:
    "Citations that a check of the week found edited or missing, and that were valid before ÷ those that had been checked and read by its end. The brackets show the 95 % interval (Wilson).",
  inbox_arrived: "Items that appeared in your inbox since your last visit and still wait.",
  repositories_cited: "Registered repositories, whose lines memories may cite.",
  repositories_failed: "Repositories whose last fetch failed.",
  repository_failed: "Whether the last fetch of the chosen repository failed.",
  conflicts_open: "Memories that cannot all be true, until somebody decides.",
  suggestions_open: "Changes of memories that were suggested and wait for a decision.",
  hygiene: "Memories, groups or pairs of a hygiene queue.",
  logs_failed: "Days of conversations that could not be read, so that nothing was learned from them.",
  jobs_failed: "Background jobs that failed at their last attempt.",
  rejection_rate:
    "Rejected ÷ flagged findings. Flagged are those to implement, rejected and deferred; those that need clarification are not counted, nor are those that a skill version addressed. The brackets show the 95 % interval (Wilson).",
  rejection_rate_around_version:
    "Rejected ÷ flagged findings of the rules that a version addressed, in its skill; findings without a skill count where the repository has no other.",
  findings: "Findings of evaluated reviews, with any decision.",
  findings_decided: "Findings with this decision that no skill version addressed.",
  rules: "Rules with at least one finding in the period.",
  rules_of_high_rejection:
    "Rules whose rejection rate and number of flagged findings reach the thresholds of high rejection, of all rules with a finding in the period.",
  proposals: "Proposed changes of skills with this status.",
  adoption:
    "Approved proposals ÷ proposals that were approved or rejected, over all time; a partly approved one counts as approved.",
  deliveries_stuck: "Approved skill versions whose file was not written.",
  recalls: "How often agents asked for memories before they worked, whatever they were served.",
  tokens_given:
    "The tokens of all packs of the period, counted with o200k_base. Agents pay for them as input.",
  recalled_used:
    "Memories that an agent applied or called helpful, of all that recalls served. A memory counts once per recall.",
  recalled_refused: "Ignored, unhelpful or contradicted, and never applied or helpful in that recall.",
  recalled_tokens_used:
    "The tokens of used memories in their packs, of all tokens of packs. The rest was not useful, or was not reported on.",
  recalled_unreported:
    "Served memories that no agent reported on. What the agents' answers suggest is shown separately below.",
  pack_precision:
    "Memories served in packs that were applied or called helpful, or that a kept expectation names for the same task, of all that somebody reported on or an expectation names.",
  pack_precision_inferred:
    "Served memories that nobody reported on: those that an agent's answer follows ÷ those that it follows, contradicts or ignores. A weak signal, inferred by rules; it does not change quality.",
  packs_empty:
    "Packs that were empty because nothing was relevant ÷ those and all packs that served something. Empty packs that missed a part are not counted, nor is what is added at the start of a session or after an edit, because it is recorded only when something is served. An empty pack is right when nothing is known about a task.",
  tokens_per_pack: "Mean tokens of the packs that served something, counted with o200k_base.",
  delivered_twice:
    "Memories that a context window already had, unchanged, when a pack served them, of all that clients confirmed to have received. Packs that no client confirmed are not counted.",
  disputed_served:
    "Memories that were part of an open conflict when they were served, of all memories served. Both sides are served together, each marked as disputed, until somebody decides on the conflict.",
  verified_before_use:
    "How often an agent was served a memory with citations, in a pack or by its id, that had a recorded check at the head of its repository, of all times one was served. Search results are counted separately. All are counted, so there is no interval.",
  verified_in_searches:
    "The same for the results of agents' searches. A search returns many memories of which most are not read, so they do not count as served.",
  with_metadata: "Active memories that have the data of their kind or free metadata, of all active memories.",
  agent_types_contributing:
    "Agent types that have an active memory, of all that asked, answered or have a memory.",
  invalid_detection:
    "Memories with citations that people superseded or invalidated after a check found them drifted, of all that people superseded or invalidated. Memories that nobody corrected are not counted.",
  false_alarms:
    "Drifted memories that people restored unchanged, of all drifted memories that people decided on in the period.",
  bytes_per_10000:
    "Disk space of the tables of memories, vectors, events and citations with their indexes, for 10,000 memories, calculated for the whole server because its organizations share the tables. With few memories the figure is too high.",
  planning_hits_7_days: "Searches with the phase “planning” that found at least one pattern.",
  planning_hits_30_days: "Searches with the phase “planning” that found at least one pattern.",
  passed_with_pattern: "Tasks that named a pattern in patterns_used and ended by passing or failing.",
  passed_without_pattern: "All other tasks that ended. They may differ in more than the pattern.",
  failures_with_solution:
    "Failures, grouped by signature and repository, that have a solution, including those that came back.",
  time_to_solved:
    "Median over the failures solved last, with its 95 % interval by order statistics from six on.",
  failures_returned: "Failures that had a solution and were seen again since.",
};

/** The measures of `lib/kernel/measures.ts`: what each is called, how it is computed, and what n counts. */
export default {
  memories_in_use_term: "Memories in use",
  memories_in_use_definition: "Memories that are active or drifted.",
  memories_backed_term: "With citations",
  memories_backed_definition:
    "Memories in use (active or drifted) that cite code ÷ all memories in use. All are counted, so there is no interval.",
  memories_holding_term: "Verified",
  memories_holding_definition:
    "Memories in use (active or drifted) whose citations were all valid at their last check ÷ those in use that cite code. All are counted, so there is no interval.",
  memories_drifted_term: "Drifted memories",
  memories_drifted_definition:
    "Memories with a citation that a check found edited or missing. They are not served.",
  memories_waiting_for_safety_term: "Memories to review for safety",
  memories_waiting_for_safety_definition:
    "Memories in quarantine, and memories that are held back from other agents until a lead accepts them.",
  memories_waiting_for_leads_term: "Memories to review for safety",
  memories_waiting_for_leads_definition: "The same number, for people who may not decide on them.",
  memories_quarantined_term: "Memories in quarantine",
  memories_quarantined_definition:
    "Memories whose text gives instructions to AI models. They are not served.",
  memories_suggested_term: "Memories suggested for every repository",
  memories_suggested_definition: "Memories that wait for a lead to make them global.",
  memories_stored_term: "Stored",
  memories_stored_definition:
    "Memories stored in the period, today included, whatever their status now. Deleted ones are not counted.",
  memories_citing_term: "Memories that cite it",
  memories_citing_definition:
    "Memories in use, active, drifted or quarantined, with a citation in this file or below this folder.",
  average_quality_term: "Average quality",
  average_quality_definition:
    "The mean quality, 0–1, of all active memories. A memory's own page explains its quality part by part.",
  low_quality_term: "Low quality",
  low_quality_definition: "Active memories with a quality below 0.5 ÷ all active memories.",
  citations_holding_term: "Valid citations",
  citations_holding_definition:
    "Citations of memories in use that were unchanged, moved or renamed at their last check ÷ those that were checked and could be read.",
  citations_with_status_term: "Citations",
  citations_with_status_definition: "Citations of memories in use, by what their last check found.",
  citations_failing_term: "Failing",
  citations_failing_definition:
    "Citations of memories in use that were edited or missing at their last check, without those whose lines were only formatted, of all that were ever read.",
  citations_changed_term: "Changed check results",
  citations_changed_definition:
    "Checks that found a citation failing that was valid at the check before, or when it was cited, or the other way round.",
  supports_changed_term: "Changed context",
  supports_changed_definition:
    "Functions and values that memories depend on and that changed, until somebody decides whether the memories are still true.",
  citations_held_then_term: "Valid citations",
  citations_held_then_definition:
    "At the end of each week: citations that were valid at their last check ÷ those that had been checked and read by then. A citation is no longer counted once its memory is superseded, invalidated or expired. The brackets show the 95 % interval (Wilson).",
  citations_turned_term: "Drift",
  citations_turned_definition:
    "Citations that a check of the week found edited or missing, and that were valid before ÷ those that had been checked and read by its end. The brackets show the 95 % interval (Wilson).",
  inbox_arrived_term: "New in the inbox",
  inbox_arrived_definition: "Items that appeared in your inbox since your last visit and still wait.",
  repositories_cited_term: "Repositories",
  repositories_cited_definition: "Registered repositories, whose lines memories may cite.",
  repositories_failed_term: "Repositories that were not fetched",
  repositories_failed_definition: "Repositories whose last fetch failed.",
  repository_failed_term: "Repositories that were not fetched",
  repository_failed_definition: "Whether the last fetch of the chosen repository failed.",
  conflicts_open_term: "Conflicts",
  conflicts_open_definition: "Memories that cannot all be true, until somebody decides.",
  suggestions_open_term: "Suggestions",
  suggestions_open_definition: "Changes of memories that were suggested and wait for a decision.",
  hygiene_term: "Hygiene",
  hygiene_definition: "Memories, groups or pairs of a hygiene queue.",
  logs_failed_term: "Logs that could not be read",
  logs_failed_definition:
    "Days of conversations that could not be read, so that nothing was learned from them.",
  jobs_failed_term: "Failed jobs",
  jobs_failed_definition: "Background jobs that failed at their last attempt.",
  rejection_rate_term: "Rejection rate",
  rejection_rate_definition:
    "Rejected ÷ flagged findings. Flagged are those to implement, rejected and deferred; those that need clarification are not counted, nor are those that a skill version addressed. The brackets show the 95 % interval (Wilson).",
  rejection_rate_around_version_term: "Rejection rate before and after a version",
  rejection_rate_around_version_definition:
    "Rejected ÷ flagged findings of the rules that a version addressed, in its skill; findings without a skill count where the repository has no other.",
  findings_term: "Findings",
  findings_definition: "Findings of evaluated reviews, with any decision.",
  findings_decided_term: "Findings by decision",
  findings_decided_definition: "Findings with this decision that no skill version addressed.",
  rules_term: "Rules",
  rules_definition: "Rules with at least one finding in the period.",
  rules_of_high_rejection_term: "Rules that waste time",
  rules_of_high_rejection_definition:
    "Rules whose rejection rate and number of flagged findings reach the thresholds of high rejection, of all rules with a finding in the period.",
  proposals_term: "Proposals",
  proposals_definition: "Proposed changes of skills with this status.",
  adoption_term: "Adoption",
  adoption_definition:
    "Approved proposals ÷ proposals that were approved or rejected, over all time; a partly approved one counts as approved.",
  deliveries_stuck_term: "Deliveries",
  deliveries_stuck_definition: "Approved skill versions whose file was not written.",
  recalls_term: "Recalls",
  recalls_definition: "How often agents asked for memories before they worked, whatever they were served.",
  tokens_given_term: "Tokens served to agents",
  tokens_given_definition:
    "The tokens of all packs of the period, counted with o200k_base. Agents pay for them as input.",
  recalled_used_term: "Used",
  recalled_used_definition:
    "Memories that an agent applied or called helpful, of all that recalls served. A memory counts once per recall.",
  recalled_refused_term: "Not useful",
  recalled_refused_definition:
    "Ignored, unhelpful or contradicted, and never applied or helpful in that recall.",
  recalled_tokens_used_term: "Tokens spent on what was used",
  recalled_tokens_used_definition:
    "The tokens of used memories in their packs, of all tokens of packs. The rest was not useful, or was not reported on.",
  recalled_unreported_term: "Not reported",
  recalled_unreported_definition:
    "Served memories that no agent reported on. What the agents' answers suggest is shown separately below.",
  pack_precision_term: "Precision of packs, reported",
  pack_precision_definition:
    "Memories served in packs that were applied or called helpful, or that a kept expectation names for the same task, of all that somebody reported on or an expectation names.",
  pack_precision_inferred_term: "Precision of packs, inferred",
  pack_precision_inferred_definition:
    "Served memories that nobody reported on: those that an agent's answer follows ÷ those that it follows, contradicts or ignores. A weak signal, inferred by rules; it does not change quality.",
  packs_empty_term: "Empty packs",
  packs_empty_definition:
    "Packs that were empty because nothing was relevant ÷ those and all packs that served something. Empty packs that missed a part are not counted. An empty pack is right when nothing is known about a task.",
  tokens_per_pack_term: "Tokens per pack",
  tokens_per_pack_definition: "Mean tokens of the packs that served something, counted with o200k_base.",
  delivered_twice_term: "Delivered twice",
  delivered_twice_definition:
    "Memories that a context window already had, unchanged, when a pack served them, of all that clients confirmed to have received. Packs that no client confirmed are not counted.",
  disputed_served_term: "Disputed and served",
  disputed_served_definition:
    "Memories that were part of an open conflict when they were served, of all memories served. Both sides are served together, each marked as disputed, until somebody decides on the conflict.",
  verified_before_use_term: "Verified before use",
  verified_before_use_definition:
    "How often an agent was served a memory with citations, in a pack or by its id, that had a recorded check at the head of its repository, of all times one was served. Search results are counted separately. All are counted, so there is no interval.",
  verified_in_searches_term: "Verified in search results",
  verified_in_searches_definition:
    "The same for the results of agents' searches. A search returns many memories of which most are not read, so they do not count as served.",
  with_metadata_term: "With metadata",
  with_metadata_definition:
    "Active memories that have the data of their kind or free metadata, of all active memories.",
  agent_types_contributing_term: "Agent types that contribute",
  agent_types_contributing_definition:
    "Agent types that have an active memory, of all that asked, answered or have a memory.",
  invalid_detection_term: "Outdated memories that checks found",
  invalid_detection_definition:
    "Memories with citations that people superseded or invalidated after a check found them drifted, of all that people superseded or invalidated. Memories that nobody corrected are not counted.",
  false_alarms_term: "False alarms",
  false_alarms_definition:
    "Drifted memories that people restored unchanged, of all drifted memories that people decided on in the period.",
  bytes_per_10000_term: "Storage for 10,000 memories",
  bytes_per_10000_definition:
    "Disk space of the tables of memories, vectors, events and citations with their indexes, for 10,000 memories, calculated for the whole server because its organizations share the tables. With few memories the figure is too high.",
  planning_hits_7_days_term: "Planning found a pattern, 7 days",
  planning_hits_7_days_definition: "Searches with the phase “planning” that found at least one pattern.",
  planning_hits_30_days_term: "Planning found a pattern, 30 days",
  planning_hits_30_days_definition: "Searches with the phase “planning” that found at least one pattern.",
  passed_with_pattern_term: "Tasks with a pattern that passed",
  passed_with_pattern_definition:
    "Tasks that named a pattern in patterns_used and ended by passing or failing.",
  passed_without_pattern_term: "Tasks without one that passed",
  passed_without_pattern_definition: "All other tasks that ended. They may differ in more than the pattern.",
  failures_with_solution_term: "Failures with a solution",
  failures_with_solution_definition:
    "Failures, grouped by signature and repository, that have a solution, including those that came back.",
  time_to_solved_term: "From first seen to solved",
  time_to_solved_definition:
    "Median over the failures solved last, with its 95 % interval by order statistics from six on.",
  failures_returned_term: "Failures that came back",
  failures_returned_definition: "Failures that had a solution and were seen again since.",
  /** What a measure divides by: said after "of" and "counts", in languages with cases in the dative. */
  of_memories_in_use: "memories in use",
  of_memories_that_cite_code: "memories that cite code",
  of_active_memories: "active memories",
  of_citations_that_were_read: "citations that were read",
  of_flagged_findings: "flagged findings",
  of_rules: "rules",
  of_decided_proposals: "decided proposals",
  of_packs: "packs",
  of_memories_served: "memories served",
  of_tokens: "tokens",
  of_memories_judged: "memories judged",
  of_memories_in_context_windows: "memories in context windows",
  of_times_one_was_served: "times one was served",
  of_search_hits: "search hits",
  of_agent_types: "agent types",
  of_corrections: "corrections",
  of_decisions: "decisions",
  of_searches: "searches",
  of_tasks: "tasks",
  of_failures: "failures",
  counts: "{term}: n counts {of}",
};

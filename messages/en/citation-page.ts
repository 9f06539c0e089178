/** The page of one citation, with its way through commits and paths. */
export default {
  unreadable: "The citation could not be loaded.",
  citations: "Citations",
  since: "since <when></when>",
  open_in_file: "Open in file",
  open_memory: "Open the memory",
  then_and_now: "Then and now",

  history: "History",
  history_list: "History of the citation",
  no_checks: "No checks yet.",
  history_meaning:
    "What its checks found, newest first. Checks in a row with the same result are shown as one.",
  history_cut: "The last {shown, number} of {total, number} are shown.",
  at: "at <commit></commit>, <when></when>",
  first_at: "first found at <commit></commit>, <when></when>",
  last_at: "last at <commit></commit>, <when></when>",
  show_check: "Then and now at this check",
  hide_check: "Hide then and now",
  origin: "Cited as <place></place> <note>at <commit></commit></note>",

  check_unreadable: "The code at this check could not be read.",
  only_hashes: "Only hashes of the cited text are stored, so there is nothing to compare.",
  nowhere: "The cited text was nowhere in the repository at this commit.",
  lines_unreadable: "The lines can no longer be read at this commit.",

  keys: "This citation",
  recite: "Still true: cite the new lines",
};

/** A folder of a repository, with what is known below each of its entries. */
export default {
  unreadable: "The folder could not be loaded.",
  loading: "Loading the folder",
  empty: "This folder is empty",
  empty_meaning: "The repository has no files at this commit.",
  contents: "Contents of the folder",
  entries: "Folders and files",
  summary:
    "{entries, plural, one {# entry} other {# entries}}, {files, plural, one {# file} other {# files}} in total",
  partial: "Some of the numbers could not be loaded. Reload to try again.",

  numbers: "What the numbers count",
  numbers_memories:
    "Memories in use that cite it or something below it, and the share of their citations that were valid at the last check, out of those that could be read. Both are counted where the lines are now, whichever commit the files are shown at.",
  numbers_findings:
    "Findings of reviews by the path that the review gave; the rejection rate is rejected ÷ flagged findings, without those that a skill version addressed. Brackets show the 95 % interval.",

  column_name: "Name",
  column_memories: "Memories",
  column_citations: "Valid citations",
  column_findings: "Findings",
  column_rejected: "Rejected",
  not_counted: "not counted",
  none_checked: "none checked yet",
  /** The notes stand where there is no room for the heads of the columns. */
  valid: "<rate></rate><note>of citations valid</note>",
  rejected: "<rate></rate><note>rejected</note>",

  range: "{first, number}–{last, number} of {total, number} entries",
  previous: "Previous",
  next: "Next",
};

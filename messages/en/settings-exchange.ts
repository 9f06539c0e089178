/** Exporting and importing an organization. */
export default {
  owners_only: "Owners export and import the organization; ask one of them.",
  progress: "{done, number} of {total, number}",
  progress_starting: "starting",
  stop: "Stop",
  export: "Export",
  export_title: "Export",
  export_description:
    "Everything in this organization as one JSON Lines file: memories with their history, citations, reviews, skills, proposals, recalls, sessions, audit. It contains what your agents know: protect it like the database.",
  exported_records: "Exported records",
  export_stopped: "Stopped; no file was written.",
  export_interrupted: "The export was interrupted.",
  export_interrupted_safe: "Nothing was changed, and no file was written.",
  exported: "The file has {count, plural, one {# record} other {# records}}. Not in it:",
  import: "Import",
  import_title: "Import",
  import_description:
    "Existing records are never changed, so a file can be imported again, also after an interruption. In an empty organization, records keep their ids, and settings that nobody changed become those of the file; memory is not switched on. Members are not created, and connections need their credentials entered again.",
  file: "Export file",
  imported_records: "Imported records",
  import_stopped: "Stopped. What was imported stays; import the file again for the rest.",
  import_interrupted: "The import was interrupted.",
  import_interrupted_safe: "What was imported stays; import the file again to continue.",
  imported:
    "{count, plural, one {# record is} other {# records are}} new, with their ids; {present, number} existed already; {skipped, number} skipped.",
  imported_renamed:
    "{count, plural, one {# record is} other {# records are}} new, under new ids; {present, number} existed already; {skipped, number} skipped.",
  settings_taken: "The settings of the file took the place of the defaults. The audit shows each.",
  skipped: "Skipped: {count, number}",
  cut: "Imported without a reference: {count, number}",
  more: "And {count, number} more; <code>casebook import</code> lists all.",
  file_broken: "{problem} Nothing was imported; export it again.",
  file_empty: "The file is empty.",
  file_no_export: "The first line is not that of an export of this version of Casebook.",
  file_no_record: "Line {line} is not a record of an export.",
  file_no_json: "Line {line} is not valid JSON; the file may be cut off.",
};

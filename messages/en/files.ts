/** The files of a repository: the tree, what is above it, and how a file or a commit is found. */
export default {
  repository_unreadable: "The repository could not be loaded.",
  file_unreadable: "The file could not be loaded.",
  loading: "Loading the files",
  loading_folder: "Loading the folder",

  files: "Files",
  folders: "Folders",
  tree: "Tree",
  expand: "Expand {name}",
  more_entries: "{count, plural, one {# more entry} other {# more entries}}",
  copy_link: "Copy link",

  keys_files: "Files",
  keys_find: "Find a file",
  keys_keep: "Keep to this commit in the address",

  commit: "Commit",
  head: "head",
  commit_name: "Branch, tag or commit",
  show: "Show",
  show_head: "Show the head",
  another_place: "Or choose another commit or file.",

  find: "Find a file",
  find_hint: "Letters of the path, such as srvord or orders.ts:12-18",
  find_empty: "Type letters of the path, in order.",
  find_searching: "Searching",
  find_none: "No file of this commit has these letters in its path.",
  find_best: "The {shown, number} best matches of {total, number} files are shown.",
};

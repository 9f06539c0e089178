/** The dialogs that name, share and delete a saved view. */
export default {
  new_title: "Save as a view",
  edit_title: "Rename or share the view",
  description: "A view saves the filters, the order, the columns and the row height.",
  name: "Name",
  shared: "Everybody in the organization sees it",
  who_may_share: "Only {roles} may share views.",
  save: "Save",
  saved: "View saved",
  deleted: "View deleted",
  delete_title: "Delete the view “{name}”",
  delete: "Delete",
  delete_shared: "It will be deleted for everybody in the organization. The listed items are not changed.",
  delete_own: "Only you have this view. The listed items are not changed.",
};

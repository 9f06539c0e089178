/** The placeholders of the screens of citations while they load. */
export default {
  page: "Loading",
  drift: "Loading the drift queue",
};

/** The head of the list of memories, which is there before the list. */
export default {
  title: "Memories",
  question: "What do our agents believe, where is it from, and is it still true?",
  loading: "Loading the memories",
};

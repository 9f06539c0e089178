/** Why a search found a memory: its score, part by part. */
export default {
  title: "Why it matched",
  head_part: "Part",
  head_scale: "0 to 1",
  head_weight: "weight",
  head_adds: "adds",
  part_meaning: "Meaning <measured>cosine {value}</measured>",
  part_words: "Words <measured>BM25 {value}</measured>",
  part_spelling: "Spelling <measured>trigrams {value}</measured>",
  sum: "Sum",
  factor_quality: "Quality",
  factor_recency: "Recency: when it was last confirmed",
  factor_verification: "Verification by the last checks",
  score: "Score",

  /** How it was found. */
  by_meaning: "meaning",
  by_words: "words",
  by_spelling: "spelling",
  by_score: "score",
  word_for_word: "word for word",
  scored: "score {score}",
  label: "Why it matched: {how}, by {ways}; it may be served",
  label_below: "Why it matched: {how}, by {ways}; it would not be served",
  served:
    "For a task in these words its relevance is {share}, by meaning and words in common. It may be served.",
  not_served:
    "For a task in these words its relevance is {share}, by meaning and words in common. Below {floor} % it is not served.",
  not_active: "It is not active: agents are not served it.",
  matching: "Matching words: {words}",
  legend:
    "A dash: not found this way. The scale from 0 to 1 runs from the lowest to the highest of all results.",
};

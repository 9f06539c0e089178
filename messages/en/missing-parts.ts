/** The parts that an answer missed, and why. */
export default {
  part_embedding: "similarity in meaning",
  part_verification: "checks of cited lines",
  part_tokenizer: "the exact count of tokens",
  part_memory: "memory",
  part_rerank: "reranking",
  reason_no_model: "no embedding model",
  reason_deadline: "timed out",
  reason_incomplete: "partly timed out",
  reason_failed: "failed",
  reason_loading: "still loading",
  reason_off: "switched off",
  part_with_reason: "{part} ({reason})",
};

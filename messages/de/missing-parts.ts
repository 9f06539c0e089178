import type en from "../en/missing-parts";

export default {
  part_embedding: "Ähnlichkeit der Bedeutung",
  part_verification: "Prüfung der zitierten Zeilen",
  part_tokenizer: "die genaue Zahl der Tokens",
  part_memory: "Memory",
  part_rerank: "Neuordnung der Treffer",
  reason_no_model: "kein Embedding-Modell",
  reason_deadline: "Zeit abgelaufen",
  reason_incomplete: "Zeit teilweise abgelaufen",
  reason_failed: "fehlgeschlagen",
  reason_loading: "lädt noch",
  reason_off: "ausgeschaltet",
  part_with_reason: "{part} ({reason})",
} satisfies Record<keyof typeof en, string>;

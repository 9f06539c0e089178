import type en from "../en/connections-limits";

export default {
  unknown: "noch nicht bekannt",
  requests: "{remaining, number} von {limit, number} Anfragen<reset>, Rücksetzung <when></when></reset>",
  others: "{remaining, number} von {limit, number} {resource}<reset>, Rücksetzung <when></when></reset>",
} satisfies Record<keyof typeof en, string>;

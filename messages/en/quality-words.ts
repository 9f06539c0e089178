/** The quality of a memory: its bar and the terms of its sum. */
export default {
  limited: "Limited to 0–1",
  outdated: "Not updated yet since its last use",
  sum: "Quality",
  before_drifted: "before it drifted",
  before_invalid: "before it was invalidated",
  before_superseded: "before it was superseded",
  before_expired: "before it expired",
  not_served: "not served",
  level_high: "high",
  level_middling: "middling",
  level_low: "low",
  not_rated: "not rated",
  quality: "<sr>quality </sr>{quality}",
  quality_then: "<sr>quality </sr>{quality}<sr>, {past}</sr>",
  title: "Quality {quality}: {words}",
};

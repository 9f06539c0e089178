import { expect, it } from "vitest";
import { statedIn } from "./dialogue";

const said = (text: string) => statedIn(text, "Ada").map(({ statement }) => statement);

it.each([
  ["We deploy the billing service on Fridays only.", "We deploy the billing service on Fridays only."],
  ["I prefer tabs over spaces.", "Ada: I prefer tabs over spaces."],
  ["Please remember that the staging key expires in March.", "The staging key expires in March."],
  ["Our API gateway runs on Envoy in two regions.", "Our API gateway runs on Envoy in two regions."],
  ["`fetchTide()` returns null without a station.", "`fetchTide()` returns null without a station."],
])("keeps %j", (text, statement) => expect(said(text)).toEqual([statement]));

it.each([
  "Do we deploy on Fridays or not?",
  "Maybe we use Redis for that one.",
  "I am looking at the logs right now.",
  "Thanks, that works for me now!",
  "```sh\nwe use this in a code block\n```",
  "> We use Redis for the queue, he wrote.",
  "",
])("leaves out %j", (text) => expect(said(text)).toEqual([]));

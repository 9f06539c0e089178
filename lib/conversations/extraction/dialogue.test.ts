import { expect, it } from "vitest";
import { statedIn } from "./dialogue";

const said = (text: string) => statedIn(text, "Ada").map(({ statement }) => statement);

it.each([
  ["We deploy the billing service on Fridays only.", "We deploy the billing service on Fridays only."],
  ["I prefer tabs over spaces.", "Ada: I prefer tabs over spaces."],
  ["Please remember that the staging key expires in March.", "The staging key expires in March."],
  ["Our API gateway runs on Envoy in two regions.", "Our API gateway runs on Envoy in two regions."],
  ["`fetchTide()` returns null without a station.", "`fetchTide()` returns null without a station."],
  [
    "Right, please never run two test sessions in parallel on the CI box.",
    "Please never run two test sessions in parallel on the CI box.",
  ],
  ["You must always rebase before you push.", "You must always rebase before you push."],
  ["We never squash merge commits from forks.", "We never squash merge commits from forks."],
  ["Sure, we always rebase first.", "We always rebase first."],
  [
    "That's because since 0.28 we don't read SSL_CERT_FILE when verify is a context.",
    "Since 0.28 we don't read SSL_CERT_FILE when verify is a context.",
  ],
])("keeps %j", (text, statement) => expect(said(text)).toEqual([statement]));

it.each([
  "Do we deploy on Fridays or not?",
  "Maybe we use Redis for that one.",
  "I am looking at the logs right now.",
  "Thanks, that works for me now!",
  "```sh\nwe use this in a code block\n```",
  "> We use Redis for the queue, he wrote.",
  "My deploy key is [TOKEN] if you need it",
  "My AWS key is [AWS_KEY], use it for the upload",
  "Remember that my phone is +49 170 1234567, call me",
  "Ok, can you always run the linter first?",
  "We never got an answer from the vendor.",
  "We always wondered about the second socket.",
  "",
])("leaves out %j", (text) => expect(said(text)).toEqual([]));

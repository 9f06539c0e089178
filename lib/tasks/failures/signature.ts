import { type Frame, framesOf, placeOf } from "./frames";
import { type Headline, headlineOf } from "./headline";
import { detectLanguage, type FailureLanguage, languageOfFile } from "./languages";
import { LONGEST_SIGNATURE, normalise } from "./normalise";
import { type NotStored, whyNotStored } from "./not-stored";
import { knownError } from "./same-errors";

/** An error as it is grouped. */
export type ReadError = {
  language: FailureLanguage;
  error_type: string;
  message: string;
  /** At most 500 characters, equal for the same error. */
  signature: string;
  frames: Frame[];
  /** Where the project's own code failed. */
  place: Frame | null;
  not_stored: NotStored | null;
  /** Whether an error was recognised in it, or its first line taken for one. */
  is_known: boolean;
};

/** The output of a failing run, with what its reporter knows of it. */
export type FailedRun = {
  output: string;
  language?: FailureLanguage | undefined;
  error_type?: string | undefined;
  file_path?: string | undefined;
  test_name?: string | undefined;
};

const LONGEST_TYPE = 100;
const LONGEST_MESSAGE = 2_000;

const ASSERTION =
  /^(?:assert|assertion|AssertionError|AssertionFailedError|ComparisonFailure|ExpectationNotMetError|ExpectationFailedException|Assert\w*Exception|\w*Assertion)$/i;

/** What a test expected says little by itself: the same words in another test are another error. */
const isOfTest = ({ error_type, message }: Headline): boolean =>
  ASSERTION.test(error_type) || /^assertion/.test(message) || error_type === "AssertionError";

function signatureOf(
  headline: Headline,
  { language, test_name }: { language: FailureLanguage; test_name?: string | undefined },
) {
  const known = knownError(headline, language);
  const { error_type } = known ?? headline;
  const message = known ? known.message : normalise(headline.message);
  const line = message === "" ? error_type : `${error_type}: ${message}`;
  if (test_name === undefined || !isOfTest(headline)) return line.slice(0, LONGEST_SIGNATURE);
  return `${line.slice(0, LONGEST_SIGNATURE / 2)} in ${test_name}`.slice(0, LONGEST_SIGNATURE);
}

/** Reads the output of a failing run: which error it tells of, where, and whether it is one to keep. */
export function readError(run: FailedRun): ReadError {
  const { output } = run;
  const language =
    run.language ??
    (run.file_path === undefined ? null : languageOfFile(run.file_path)) ??
    detectLanguage(output);
  const found = headlineOf(output, language);
  const headline = { ...found, error_type: (run.error_type ?? found.error_type).slice(0, LONGEST_TYPE) };
  const frames = framesOf(output, language);
  return {
    language,
    error_type: headline.error_type,
    message: headline.message.slice(0, LONGEST_MESSAGE),
    signature: signatureOf(headline, { language, test_name: run.test_name }),
    frames,
    place: placeOf(frames, language),
    is_known: found.is_known,
    not_stored: whyNotStored(output, `${headline.error_type}: ${headline.message}`),
  };
}

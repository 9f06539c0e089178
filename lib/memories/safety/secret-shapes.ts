/**
 * Shapes of secrets that secretlint's recommended rules leave out. Each is recognised by a fixed prefix or by the name before
 * it, so that commit ids, UUIDs, hashes, paths and long identifiers stay. Prefixes are those that the makers document.
 * Raise `SAFETY_VERSION` with every change.
 */
export type SecretShape = { type: string; pattern: RegExp };

const token = (pattern: string): SecretShape => ({
  type: "TOKEN",
  pattern: new RegExp(String.raw`(?<![A-Za-z0-9-])(?:${pattern})(?![\w])`, "g"),
});

/** Tokens with a prefix of their maker's own. */
const VENDORS: readonly SecretShape[] = [
  // Code and packages
  String.raw`(?:ghp|gho|ghu|ghs|ghr)_\w{30,255}|github_pat_\w{20,255}`,
  String.raw`gl(?:pat|ptt|dt|rt|cbt|agent|oas|ft|imt|soat|feat|ffct)-[\w-]{20,100}(?:\.[\w-]{2,40}){0,3}|GR1348941[\w-]{20}|_gitlab_session=[0-9a-z]{32}`,
  String.raw`npm_[A-Za-z0-9]{30,60}|oy2[a-z0-9]{43}|rubygems_[a-f0-9]{48}|pypi-[\w-]{50,1000}|CLOJARS_[A-Za-z0-9]{60}`,
  String.raw`AKCp[A-Za-z0-9]{10,80}|cmVmd[A-Za-z0-9]{59}|dckr_(?:pat|oat)_[\w-]{20,60}|sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40}`,
  String.raw`ATATT3[\w=-]{186}|ATCTT3[\w=-]{60,250}|ATBB[A-Za-z0-9]{24,40}|sqp_[a-f0-9]{40}|squ_[a-f0-9]{40}|sqa_[a-f0-9]{40}`,
  // Clouds
  String.raw`(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}|ABSK[A-Za-z0-9+/]{100,270}={0,2}`,
  String.raw`AIza[\w-]{35}|ya29\.[\w-]{20,500}|GOCSPX-[\w-]{28}`,
  String.raw`LTAI[A-Za-z0-9]{17,24}|AKID[A-Za-z0-9]{32}|do[opr]_v1_[a-f0-9]{64}|HRKU-AA[\w-]{50,60}|dapi[a-f0-9]{32}(?:-\d)?`,
  String.raw`v1\.0-[a-f0-9]{24}-[a-f0-9]{146}|fo1_[\w-]{43}|FlyV1 fm\w+_[\w+/=,-]{20,800}|fm[12][ar]?_[\w+/=-]{100,800}|tk-us-[\w-]{48}|pul-[a-f0-9]{40}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20,80}`,
  String.raw`pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}|sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,60}|nfp_[A-Za-z0-9]{36,60}|vc[pikar]_[A-Za-z0-9]{24,70}|rnd_[A-Za-z0-9]{28,40}|ocid1\.credential\.[\w.-]{20,200}`,
  String.raw`[a-z0-9]{14}\.atlasv1\.[\w=-]{60,70}|hv[sbr]\.[\w-]{24,300}|sha256~[\w-]{43}|t1\.[\w-]+={0,2}\.[\w-]{86}={0,2}|AQVN[\w-]{35,38}|YC[\w-]{38}`,
  // Models
  String.raw`sk-(?:proj-|svcacct-|admin-|ant-|or-v1-|lf-)?[\w-]{20,250}|hf_[A-Za-z]{34}|api_org_[A-Za-z]{34}|gsk_[A-Za-z0-9]{48,56}|xai-[A-Za-z0-9]{70,90}|pplx-[A-Za-z0-9]{48}|r8_[A-Za-z0-9]{37}|co_[A-Za-z0-9]{40}|nvapi-[\w-]{60,80}|lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|tvly-[A-Za-z0-9-]{32,60}|jina_[A-Za-z0-9]{60,70}|fw_[A-Za-z0-9]{22,40}`,
  // Chat
  String.raw`xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Z0-9]{8,20}-\d{8,20}-[a-f0-9]{40,80}|xoxe-\d-[A-Za-z0-9]{100,250}`,
  String.raw`https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w+/-]{40,80}|https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,70}|https:\/\/[\w.-]+\.webhook\.office\.com\/webhookb2\/[\w@/-]{60,250}`,
  String.raw`[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}|\d{8,12}:A[\w-]{34}`,
  // Money
  String.raw`(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{24,100}|sq0(?:atp|csp|idp)-[\w-]{22,60}|EAAA[\w-]{56,70}|EZ[AT]K[A-Za-z0-9]{54}|FLW(?:PUB|SEC)K(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?|live_[\w-]{40}|shippo_(?:live|test)_[a-f0-9]{40}|duffel_(?:test|live)_[\w=-]{43}|access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}|plaid-(?:sandbox|production)-[a-f0-9-]{36}|access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}`,
  // Mail and messages
  String.raw`SG\.[\w=-]{16,32}\.[\w=-]{32,64}|SG\.[\w=.-]{60,70}|xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}|key-[a-f0-9]{32}|pubkey-[a-f0-9]{32}|[a-f0-9]{32}-us\d{1,2}|(?:SK|AC)[0-9a-f]{32}|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}|pmk?-[A-Z0-9]{20,40}`,
  // Watching and building
  String.raw`glc_[A-Za-z0-9+/=]{32,400}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|eyJrIjoi[A-Za-z0-9+/=]{70,400}|NR(?:AK|JS|II|RA)-[\w-]{19,40}|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|sntry[su]_[\w=+/-]{40,300}|phc_[A-Za-z0-9]{43}|phx_[A-Za-z0-9]{43}|pat\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}|sat\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}|CCIPAT_[A-Za-z0-9]{22}_[a-f0-9]{40}|bkua_[a-z0-9]{40}|API-[A-Z0-9]{26}|ico-[A-Za-z0-9]{32}|pnu_[A-Za-z0-9]{36}`,
  // Plans, pictures and papers
  String.raw`lin_(?:api|oauth)_[A-Za-z0-9]{40}|ntn_[0-9]{11}[A-Za-z0-9]{32,36}|secret_[A-Za-z0-9]{43}|figd_[\w-]{40,50}|fig[uor]_[\w-]{40,50}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|tfp_[\w.=-]{40,70}|rdme_[a-z0-9]{70}|fio-u-[\w=-]{64}|p8e-[A-Za-z0-9]{32}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|EAA[MC][A-Za-z0-9]{40,250}|[ps]k\.eyJ[\w-]{40,120}\.[\w-]{20,30}|[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk|s-s4t2(?:ud|af)-[a-f0-9]{64}|tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,40}|ops_eyJ[\w+/=-]{200,1000}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}|AGE-SECRET-KEY-1[0-9A-Z]{58}|ATTA[a-f0-9]{60,72}|UQ[\w-]{46}(?==)`,
  // Azure: client secrets, storage and service bus
  String.raw`[\w.~]{3}\dQ~[\w.~-]{31,34}|(?<=(?:AccountKey|SharedAccessKey|SharedSecretValue)=)[A-Za-z0-9+/]{40,90}={0,2}`,
  // This product
  String.raw`cb_[\w-]{43}`,
].map(token);

/** Secrets in the places where they are written: headers, certificates, addresses. */
const PLACES: readonly SecretShape[] = [
  {
    type: "PRIVATE_KEY",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,8000}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    type: "PRIVATE_KEY",
    pattern: /PuTTY-User-Key-File-\d:[\s\S]{0,4000}?(?:Private-MAC: ?[0-9a-f]{40,64}|$)/g,
  },
  { type: "TOKEN", pattern: /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,2000}/g },
  { type: "TOKEN", pattern: /(?<=\b(?:[Bb]earer|[Tt]oken) )(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,2000}=*/g },
  {
    type: "TOKEN",
    pattern:
      /(?<=\b(?:authorization|x-(?:[\w-]{0,20})?(?:api-?key|token|secret|auth)|api-?key|private-token|job-token)["']?: {0,3}["']?)(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,400}=*/gi,
  },
  {
    type: "CREDENTIALS",
    pattern: /(?<=\b[Bb]asic )(?=[A-Za-z0-9+/]{0,60}[0-9A-Z])[A-Za-z0-9+/]{16,400}={0,2}(?![\w])/g,
  },
  {
    type: "CREDENTIALS",
    pattern: /(?<=\bcurl\b[^\n]{0,200}\s(?:-u|--user)[ =]?["']?)[^\s:"'$<{]{1,60}:["']?[^\s"'$<{]{3,100}/g,
  },
  {
    type: "CREDENTIALS",
    pattern:
      /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>${]{0,80}:)(?![$<{*[]|password@|pass@|secret@|xxx)[^\s:/@"'`<>]{3,150}(?=@[\w[])/gi,
  },
];

const SAYS_SECRET = `(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_.-]?key|apikey|access[_.-]?key|auth(?:[_.-]?(?:key|token|secret))?|credentials?|creds?|private[_.-]?key|client[_.-]?secret|(?:signing|encryption|master|service|app|account|license|storage|admin|session|cookie|jwt|hmac|webhook|deploy|consumer|subscription|write|read|sdk|rest|integration)[_.-]?(?:key|secret|token)|key[_.-]?secret)`;

/** What a vendor's key is called: the name alone says enough when what follows looks made by a machine. */
const VENDOR_KEY = `(?:adafruit|adobe|airtable|algolia|alibaba|artifactory|asana|atlassian|beamer|bitbucket|bittrex|cloudflare|codecov|cohere|coinbase|confluent|contentful|datadog|dnkey|droneci|dropbox|dynatrace|etsy|facebook|fastly|finicity|finnhub|flickr|freemius|freshbooks|gitter|gocardless|hubspot|intercom|jfrog|jira|confluence|kraken|kucoin|launchdarkly|linkedin|lob|looker|mailchimp|mailgun|mapbox|mattermost|messagebird|meraki|netlify|new[_.-]?relic|nytimes|okta|openai|plaid|privateai|rapidapi|sendbird|sentry|sidekiq|snyk|sourcegraph|square|squarespace|sumo(?:logic)?|telegr(?:am)?|travis|trello|twitch|twilio|twitter|typeform|vercel|yandex|zendesk|zoom|softlayer|cloudant|ibm|watson)`;

const ASSIGNS = String.raw`["'\x60\])]{0,3}(?:[ \t]{0,3}(?:=>|:=|\?=|\|\|=|[:=]|<-))[ \t]{0,3}`;

const NAMED = new RegExp(
  String.raw`(?:${SAYS_SECRET}|${VENDOR_KEY}(?:[_.-]?(?:api|app|secret|access|auth|private|public|client|user|account|personal|oauth|service|key|token|id|password)){1,4})(?:[_.-]?(?:key|id|value|prod|production|dev|test|staging|default|v?\d{1,2}|base64|b64|hex)){0,2}${ASSIGNS}(["'\x60]?)([^\s"'\x60;,<>()[\]{}]{6,400})`,
  "giu",
);

const NAME_BEFORE = /[\w.-]{0,60}$/;

/** Quoted passwords may hold anything. */
const QUOTED_PASSWORD =
  /(?<=\b(?:[A-Za-z0-9]{1,40}[_-]){0,3}(?:password|passwd|pwd|passphrase|secret|api_?key|apikey|access_?token|auth_?token)["']?[ \t]{0,3}[:=][ \t]{0,3}["'`])[^\s"'`]{6,200}(?=["'`])/gi;

const PLACEHOLDER =
  /^(?:[$%<{*[]|\\?\$\{|x{3,}|\.{3}|\*{3}|your|my[-_]|example|sample|dummy|changeme|change[-_]me|placeholder|redacted|null|none|undefined|true|false|todo|test$|process\.env|os\.environ|env[.(:]|secrets?\.|vars?\.|config\.|settings\.|self\.|this\.|props\.|params?\.|args\.|req\.|data\.|ctx\.)/i;

/** Shannon entropy in bits for each character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Words, perhaps numbered, joined by the signs of names and paths. */
const isWordy = (value: string) => value.split(/[._:/\\-]/).every((part) => /^[A-Za-z]*\d{0,3}$/.test(part));

const isPath = (value: string) => /^(?:\.{0,2}|~)?\/[\w./-]*$/.test(value);
const isDotted = (value: string) => /^[\w-]+(?:\.[\w-]+){2,}$/.test(value);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is a placeholder, a version, an id, a path or a dotted name. */
function isOrdinary(value: string, name: string): boolean {
  if (PLACEHOLDER.test(value) || /[$]\{|\{\{|<\w/.test(value)) return true;
  if (/^[\^~<>=v]{0,2}\d+(?:\.\d+){1,3}/.test(value)) return true;
  // An identifier of a secret is none.
  if (/id$/i.test(name) && UUID.test(value)) return true;
  return isPath(value) || (isDotted(value) && !/\d/.test(value));
}

/** Whether a value looks made by a machine or chosen as a password, and not a name, a path, a word, a version. */
function isSecretValue(value: string, name: string, quoted: boolean): boolean {
  if (isOrdinary(value, name)) return false;
  const is_password = /pass|pwd/i.test(name);
  const digits = /\d/.test(value);
  const letters = /[A-Za-z]/.test(value);
  if (is_password && /^[A-Z0-9_]*PASS(?:WORD|WD)?=?$/i.test(name) && name === name.toUpperCase())
    return letters || digits;
  if (is_password && quoted) return true;
  if (value.length < 8 || !digits || !letters) return false;
  if (isWordy(value) && !/\d{3,}/.test(value)) return false;
  return entropyOf(value) >= (value.length >= 20 ? 3 : 2.75);
}

/** Names after which a hash or an id is ordinary: a cache's key, a commit's token in a test. */
const ORDINARY_NAME =
  /(?:cache|primary|foreign|public|idempotency|sort|partition|object|group|row|index|map|lookup|dedupe|etag|integrity|commit|csrf|next|page|continuation|cancellation|keyboard|monkey)[_.-]?(?:key|token)/i;

/** What is given to a name that says it is a secret. */
export function* namedSecrets(text: string): Generator<{ type: string; start: number; end: number }> {
  for (const match of text.matchAll(NAMED)) {
    const [whole, quote = "", value = ""] = match;
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, match.index - 60), match.index))?.[0] ?? "";
    // `monkey: …` is no key; `dbPassword` is a password, and so is `dbpassword`.
    const begins_word =
      !/[A-Za-z]$/.test(before) || /^[A-Z]/.test(whole) || /^(?:pass|pwd|secret|apikey)/i.test(whole);
    if (!begins_word) continue;
    const own = whole.slice(0, whole.length - value.length - quote.length);
    const name = before + own.replace(/[\s:="'`<>|?\])-]+$/, "");
    if (ORDINARY_NAME.test(name)) continue;
    const trimmed = value.replace(/[.,:!?]+$/, "");
    if (!isSecretValue(trimmed, name, quote !== "")) continue;
    const start = match.index + whole.length - value.length;
    yield { type: "PASSWORD", start, end: start + trimmed.length };
  }
}

export const SECRET_SHAPES: readonly SecretShape[] = [
  ...PLACES,
  ...VENDORS,
  { type: "PASSWORD", pattern: QUOTED_PASSWORD },
];

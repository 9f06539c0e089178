import type { TaintRule } from "./rule-ids";

/**
 * What is held wherever it is stored, known repository or not. Every repetition is bounded, so that time grows with the
 * length of the text only.
 */
export type TextRule = { rule: TaintRule; pattern: RegExp };

const oneOf = (...alternatives: readonly string[]) => `(?:${alternatives.join("|")})`;

const FETCH = oneOf(
  "curl",
  "wget",
  "iwr",
  "irm",
  "aria2c",
  "invoke-webrequest",
  "invoke-restmethod",
  "httpie",
);
const SHELL = `(?:ba|z|da|fi|k|c|tc)?sh`;
const INTERPRETER = oneOf(
  SHELL,
  String.raw`python[\d.]*`,
  "node",
  "deno",
  "bun",
  "ruby",
  "perl",
  "php",
  "lua",
  "iex",
  "pwsh",
  "powershell",
  "invoke-expression",
  "tclsh",
  "sudo",
);
const URL_START = String.raw`(?:https?|ftp):\/\/`;

const of = (rule: TaintRule, ...sources: readonly string[]): TextRule[] =>
  sources.map((source) => ({ rule, pattern: new RegExp(source, "giu") }));

const FETCH_AND_RUN = of(
  "fetch_and_run",
  // curl … | sh, wget … | sudo bash, iwr … | iex
  String.raw`\b${FETCH}\b[^\n|]{0,300}\|[^\n]{0,60}?\b${INTERPRETER}\b`,
  // bash <(curl …), sh -c "$(curl …)", eval "$(wget …)", source <(…), php -r "$(curl …)"
  String.raw`(?:\b(?:${INTERPRETER}|eval|source|exec)\b|(?<=[\s"'${"`"}])\.\s)[^\n]{0,40}?(?:<\(|\$\(|${"`"}|&\s*\()\s*${FETCH}\b[^\n]{0,200}`,
  // curl … > f && bash f; wget f; chmod +x f
  String.raw`\b(?:${FETCH}|git\s+clone|gh\s+repo\s+clone)\b[^\n]{0,240}?(?:&&|;|\n)[^\n]{0,120}?(?:\bchmod\s+\S{0,6}[+]?[x7]|\b${INTERPRETER}\s+\S|(?:^|[\s;&])(?:\.{1,2}\/|\/tmp\/|~\/)\S+)`,
  // IEX (… DownloadString('…'))
  String.raw`\b(?:iex|invoke-expression)\b[^\n]{0,200}(?:download(?:string|file|data)|${FETCH}|${URL_START})`,
  String.raw`\.download(?:string|file|data)\s*\([^\n)]{0,200}\)[^\n]{0,80}\|?\s*(?:iex|invoke-expression)`,
  // exec(urlopen('…').read()), eval(await (await fetch('…')).text())
  String.raw`\b(?:exec|eval|new\s+function|require)\s*\([^\n]{0,80}\b(?:urlopen|requests\.get|urllib|fetch|https?\.get|file_get_contents|open-uri)\b[^\n]{0,160}`,
  // npx https://…, uvx --from git+https://…, deno run https://…, npm exec github:…
  String.raw`\b(?:npx|bunx|pnpx|uvx|pipx\s+run|deno\s+run|(?:npm|pnpm|yarn|bun)\s+(?:exec|dlx|x|create))\b[^\n${"`"}]{0,80}?(?:git\+|github:|gist:)?${URL_START}\S+`,
  String.raw`\b(?:npx|bunx|uvx|(?:npm|pnpm|yarn|bun)\s+(?:exec|dlx|x))\b[^\n${"`"}]{0,40}?\b(?:git\+ssh:|github:|gist:)\S+`,
  // a container that gets the home folder, the keys or the socket
  String.raw`\bdocker\s+run\b[^\n${"`"}]{0,200}?(?:~\/|\$HOME|\.ssh|\.aws|docker\.sock|--privileged|\s-v\s*\/:)`,
  // the same in words
  String.raw`\b(?:download|fetch|get|grab|pull|retrieve|load)(?:s|ed|ing)?\b[^.\n]{0,40}?${URL_START}\S+[^.\n]{0,60}?\b(?:and|then|to)\s+(?:\w+\s+){0,2}?(?:run|execute|pipe|eval|evaluate|source|launch|start|invoke|install)\b`,
  String.raw`\b(?:download|fetch|get|run|execute|source)(?:s|ed|ing)?\b[^.\n]{0,60}?\b(?:script|installer|binary|program|executable|file|command|playbook)s?\b[^.\n]{0,40}?\b(?:at|from|on|behind)\s+${URL_START}\S+[^\n]{0,60}?\b(?:run|execut|pip(?:e|ing)|eval|bash|sh\b|source|shell)`,
  String.raw`\bpip(?:e|es|ed|ing)\b[^.\n]{0,60}?\b(?:in)?to\s+(?:an?\s+|the\s+)?(?:${SHELL}|shell|interpreter|python|node)\b`,
  String.raw`\b(?:run|execute|source|eval)(?:s|ing)?\s+(?:the\s+)?(?:\w+\s+){0,3}?(?:script|installer|commands?)\b[^.\n]{0,30}?\b(?:at|from|on|behind)\s+${URL_START}\S+`,
);

const ROOT = String.raw`(?:"|')?(?:\/(?:\s|["'${"`"}.,;)]|\*|$)|\/(?:usr|etc|var|bin|lib|boot|home|opt|root|sys|dev|Users)\b|~|\$\{?HOME\b|[A-Z]:\\|%USERPROFILE%|\$env:)`;

const DESTRUCTIVE = of(
  "destructive",
  String.raw`(?<!-)\brm\s+(?:-{1,2}[\w-]+\s+){0,4}${ROOT}`,
  String.raw`\b(?:remove-item|rd|rmdir|del|erase)\b[^\n${"`"}]{0,40}?\s(?:"|')?[A-Z]:\\`,
  String.raw`\bfind\s+(?:\/|~|\$HOME)\S*\s[^\n${"`"}]{0,120}-(?:delete|exec\s+rm)`,
  String.raw`\bdd\s[^\n${"`"}]{0,120}\bof=\/dev\/`,
  String.raw`\b(?:mkfs(?:\.\w+)?|wipefs|shred|fdisk|parted)\s[^\n${"`"}]{0,60}\/dev\/`,
  String.raw`>\s*\/dev\/(?:sd|nvme|hd|disk)`,
  String.raw`:\(\)\s*\{\s*:\s*\|\s*:`,
  String.raw`\bgit\s+push\b[^\n${"`"}]{0,60}?(?:\s-f\b|--force(?!-with-lease)|--mirror|--delete|\s\+\w)(?:[^\n${"`"}]{0,60}?\b(?:main|master|--all|develop|trunk|production|release)\b)`,
  String.raw`\bgit\s+push\b[^\n${"`"}]{0,40}?\b(?:main|master)\b[^\n${"`"}]{0,20}?(?:\s-f\b|--force(?!-with-lease))`,
  String.raw`\bgit\s+filter-(?:branch|repo)\b[^\n${"`"}]{0,60}--(?:force|all)`,
  String.raw`\bdrop\s+(?:schema|database)\b[^\n]{0,60}`,
  String.raw`\b(?:drop|delete|wipe|truncate|erase|destroy)s?\b[^.\n]{0,30}\b(?:production|prod|live)\s+(?:database|data|db|tables?|volumes?|cluster|bucket)`,
);

const LOOSEN = oneOf(
  String.raw`turn(?:ing|s|ed)?\s+off`,
  "disabl(?:e|es|ed|ing)",
  "bypass(?:es|ed|ing)?",
  "skip(?:s|ped|ping)?",
  "remov(?:e|es|ed|ing)",
  "delet(?:e|es|ed|ing)",
  "suspend(?:s|ed|ing)?",
  "relax(?:es|ed|ing)?",
  String.raw`get\s+(?:past|around)`,
  "circumvent",
  String.raw`switch(?:ing)?\s+off`,
  String.raw`comment(?:ing)?\s+out`,
  "weaken",
);
const GUARD = oneOf(
  String.raw`branch\s+protections?`,
  String.raw`protected\s+branch\w*`,
  String.raw`required\s+(?:checks?|reviews?|status)`,
  String.raw`(?:security|secret|dependency|vulnerability|licen[cs]e)[\s-]+(?:scan\w*|checks?|jobs?|audit\w*|workflows?)`,
  "codeql",
  "dependabot",
  "codeowners",
  String.raw`code\s+owners`,
  String.raw`(?:two|multi)[\s-]factor`,
  "2fa",
  "mfa",
  String.raw`(?:certificate|tls|ssl|signature|checksum|integrity|host[\s-]key)\s+(?:checks?|checking|verification|validation)`,
  String.raw`gpg\s+sign\w*`,
  String.raw`commit\s+signing`,
  "sandbox(?:ing)?",
  "firewall",
  "selinux",
  "apparmor",
  "antivirus",
  String.raw`permission\s+(?:prompts?|checks?)`,
  String.raw`rate\s+limits?\s+in\s+production`,
  String.raw`pre-commit\s+hooks?`,
  String.raw`review\s+requirement\w*`,
  String.raw`approval\s+requirement\w*`,
);
const SECRETS = oneOf(
  String.raw`~\/\.(?:ssh|aws|netrc|npmrc|pypirc|docker|kube|gnupg|config)\b`,
  String.raw`\.aws\/credentials`,
  String.raw`\bid_(?:rsa|ed25519)\b`,
  String.raw`\.env\b(?!\.(?:example|sample|template))`,
  String.raw`auth\.json`,
  String.raw`\.npmrc\b`,
  String.raw`\bkubeconfig\b`,
  String.raw`(?:api|access|deploy|signing|private|secret|aws|ssh|service[\s-]account)[\s-]+(?:keys?|tokens?|secrets?|credentials?)`,
  String.raw`credentials?\b`,
  String.raw`personal\s+access\s+tokens?`,
);

const ACCESS = of(
  "access",
  String.raw`\bchmod\s+(?:-\w+\s+){0,3}(?:0?777|a\+rwx|666|[ugo]*\+s|[24]7\d\d)\b`,
  String.raw`authorized_keys\b|\/etc\/sudoers|\bNOPASSWD\b|\bvisudo\b|\bset(?:enforce|cap)\s|\busermod\s+-a?G|\bnet\s+localgroup\s+administrators|\bufw\s+disable\b|\biptables\s+-F`,
  String.raw`\b(?:http\.sslVerify\s*[= ]\s*(?:false|0)|GIT_SSL_NO_VERIFY|NODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']?0|PYTHONHTTPSVERIFY\s*=\s*0|strict-ssl\s*[= ]\s*false|StrictHostKeyChecking\s*[= ]\s*no|verify\s*=\s*False\b|InsecureSkipVerify)`,
  String.raw`\b(?:GONOSUMCHECK|GONOSUMDB|GOFLAGS\s*=\s*["']?-insecure|GOINSECURE|GOSUMDB\s*=\s*off|GOPROXY\s*=\s*["']?http)`,
  String.raw`--(?:extra-index-url|index-url|trusted-host|registry|allow-unauthenticated|insecure-skip-tls-verify|no-gpg-check|no-check-certificate)\b[ =]\S+`,
  String.raw`\b(?:npm|pnpm|yarn|pip3?|composer|bundle|gem|uv|poetry|nuget|cargo|conda|helm)\s+(?:config|source|sources|repo|remote)\s+(?:-\S+\s+)*(?:set|add|-a|--add)?\s*[^\n${"`"}]{0,40}?(?:registry|index|https?:\/\/)\S*`,
  String.raw`_authToken\s*=`,
  String.raw`\bgit\s+config\b[^\n${"`"}]{0,40}?(?:credential\.helper|core\.hooksPath|url\.\S+\.insteadOf|core\.sshCommand|user\.signingkey|gpg\.\S+)\s+\S`,
  String.raw`\bgit\s+(?:commit|push|merge|rebase)\b[^\n${"`"}]{0,80}?\s(?:--no-verify|-n(?=\s|${"`"})|--no-gpg-sign)`,
  String.raw`\bgit\s+remote\s+(?:add|set-url)\s[^\n${"`"}]{0,40}${URL_START}\S+@`,
  String.raw`\bgh\s+(?:secret\s+(?:set|delete)|auth\s+(?:token\s*[|>]|login\s+--with-token)|ssh-key\s+add|repo\s+(?:edit\s+[^\n${"`"}]{0,60}--visibility|delete|deploy-key\s+add)|api\b[^\n${"`"}]{0,40}?(?:-X|--method)\s*(?:PUT|POST|PATCH|DELETE)\b[^\n${"`"}]{0,120}?(?:collaborators|keys|protection|hooks|secrets|permissions|environments|rulesets|actions))`,
  String.raw`\b(?:aws\s+iam\s+(?:create|put|attach|update|delete|add)|gcloud\s+(?:projects|organizations)\s+add-iam|gcloud\s+iam\s+\S+\s+(?:create|add|set)|az\s+role\s+assignment\s+create|kubectl\s+(?:create|delete)\s+(?:clusterrolebinding|rolebinding|secret))\b[^\n${"`"}]{0,80}`,
  String.raw`\b(?:set|sets|add|adds|put|puts|use|uses|using|switch|change|replace|enable|convert)\b[^.\n]{0,60}?(?:\bpermissions\s*:\s*["']?write-all|\bpull_request_target\b|\bcontinue-on-error\s*:\s*["']?true\b)|\|\|\s*true\b[^.\n]{0,60}\b(?:workflow|pipeline|job)\b`,
  String.raw`\bdangerously[\w-]{0,40}|\bbypassPermissions\b|\benableAllProjectMcpServers\b|\bdanger-full-access\b|\bapproval[_-]policy\b[^.\n]{0,20}\bnever\b|--(?:yolo|full-auto|allow-all-tools|skip-permissions)\b|\bdefaultMode\b[^.\n]{0,20}\bbypass`,
  String.raw`\b(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|PUBLIC)_\w*(?:SECRET|PRIVATE|PASSWORD)\w*`,
  String.raw`\b${LOOSEN}(?:\s+(?!\w+ing\b)[\w'’-]{1,20}){0,4}?\s+${GUARD}`,
  String.raw`\b${LOOSEN}\b\s+(?:the\s+|all\s+|any\s+|these\s+|those\s+|failing\s+)*(?:ci|continuous\s+integration)\s+(?:checks?|jobs?|pipelines?|workflows?|steps?)`,
  String.raw`\b(?:make|set|switch|turn|change)\b[^.\n]{0,30}\brepositor(?:y|ies)\b[^.\n]{0,20}\b(?:public|world-readable)\b`,
  String.raw`\b(?:grant|give|add|assign)(?:s|ing)?\b[^.\n]{0,50}\b(?:admin(?:istrator)?|maintainer|owner|root|write|full)\s+(?:rights?|access|permissions?|role|privileges?)`,
  String.raw`\b(?:paste|post|send|upload|attach|copy|publish|print|echo|include|put|share|e-?mail|commit|read|cat|log|exfiltrate)\b[^\n]{0,60}?${SECRETS}[^\n]{0,80}?\b(?:paste|post|send|upload|attach|copy|publish|print|include|put|share|commit|in|into|to|as)\b[^.\n]{0,30}?\b(?:pull\s+request|review|issue|comment|description|test\s+config\w*|config\w*|log|output|answer|message|chat|repository|summary|report|gist|channel|ticket)\b`,
);

const REMOTE_CONTENT = of(
  "remote_content",
  String.raw`!\[[^\]\n]{0,300}\]\(\s*<?(?:https?:)?\/\/[^)\n]{1,600}\)?`,
  String.raw`!\[[^\]\n]{0,300}\]\s?\[[^\]\n]{0,100}\]`,
  String.raw`<\s*(?:img|iframe|script|link|object|embed|video|audio|source|picture|input|base|meta|svg|image|form|frame|style)\b[^>\n]{0,400}(?:https?:)?\/\/[^>\n]{0,400}>?`,
  String.raw`(?<![.\w])url\(\s*["']?(?:https?:)?\/\/[^)\n]{1,300}\)`,
);

export const ALWAYS_RULES: readonly TextRule[] = [
  ...FETCH_AND_RUN,
  ...DESTRUCTIVE,
  ...ACCESS,
  ...REMOTE_CONTENT,
];

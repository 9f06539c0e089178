// Who may import whom, as errors. CONTRIBUTING.md draws the map; every rule says why it stands, and
// tests/contract/import-rules.test.ts breaks each of them once to prove that it still bites.

const CODEBASE = "^(app|bin|components|lib|messages|prisma|tests)/";
const INFRASTRUCTURE = ["db", "jobs", "ai", "net", "github", "telemetry"];
/** In the order in which they may lean on each other: a module knows the ones before it. */
const MODULES = [
  "citations",
  "memories",
  "tasks",
  "recall",
  "reviews",
  "skills",
  "hygiene",
  "sessions",
  "conversations",
  "notifications",
  "inbox",
  "upkeep",
];

const TEST = "\\.test\\.tsx?$";
const ENV = "^lib/env\\.ts$";
/** The contract of a module or of one of its ideas, the fields and schemas that several of them share, and memory kinds. */
const ANY_CONTRACT = [
  "^lib/[^/]+/(contract|fields|kinds)\\.ts$",
  "^lib/[^/]+/[^/]+/[^/]*(contract|schema)\\.ts$",
];
/** What an idea asks the database. */
const QUERIES = "^lib/[^/]+/[^/]+/[^/]*(queries|rows)\\.ts$";
/** The table of the schemas that have a name in the OpenAPI document. */
const SCHEMA_NAMES = "^lib/schemas\\.ts$";
const CLIENT_DOOR = "^lib/doors/client(/|\\.ts$)";
const MEM0_DOOR = "^lib/doors/mem0/";
const KERNEL = "^lib/kernel/";
/** The texts of the interface, which only what shows them imports. */
const MESSAGES = "^messages/";
/** Words, stems, similarity and outlines of texts: pure functions that know nothing of the product. */
const TEXT = "^lib/text/";
/** Seals and checks files of exports wherever they are written and read: by screens and by the command line. */
const EXPORT_SEAL = "^lib/upkeep/exchange/seal\\.ts$";
const infrastructure = `^lib/(${INFRASTRUCTURE.join("|")})/`;
/** The one way into the infrastructure: failed jobs are listed and retried by people, as operations. */
const JOB_OPERATIONS = "^lib/jobs/operations\\.ts$";
/** `defineOperation` and its types: what binds an implementation to its contract. */
const OPERATION = "^lib/runtime/operation\\.ts$";

/** The table of what the API host serves. */
const API_ROUTES = "^bin/api/routes\\.ts$";

const packages = (...names) => `(^|/)node_modules/(${names.join("|")})/`;
const facade = (modules) =>
  modules.length > 0 ? [`^lib/(${modules.join("|")})/(index|contract)\\.ts$`] : [];

/** Compares what the API page prints with the whole registry, which a test beside the page may not know. */
const PRINTED_EXAMPLES = "^tests/contract/printed-examples\\.test\\.ts$";

const FRONT_DOOR = [
  "^(bin|prisma|tests)/",
  MESSAGES,
  KERNEL,
  EXPORT_SEAL,
  ENV,
  infrastructure,
  "^lib/(doors|runtime)/",
  "^lib/registry\\.ts$",
  SCHEMA_NAMES,
  "^lib/[^/]+/(index|contract)\\.ts$",
];

/** An error when `from` imports anything of the codebase that is not in `allowed`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from,
  to: { path: CODEBASE, pathNot: allowed },
});

const moduleRules = MODULES.map((module, index) =>
  only(
    `module-order-${module}`,
    `Modules form a line (${MODULES.join(", ")}), so that each can be understood, tested and removed without the later ` +
      "ones. Another module is entered by its index or contract. To wake a later module, write a job row.",
    { path: `^lib/${module}/`, pathNot: ANY_CONTRACT },
    [
      `^lib/${module}/`,
      KERNEL,
      TEXT,
      ENV,
      infrastructure,
      "^lib/access/",
      OPERATION,
      ...facade(MODULES.slice(0, index)),
    ],
  ),
);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "kernel-only-zod",
      comment:
        "The kernel is read by the browser, every module and every transport, so it stands on nothing but zod (and uuid for ids).",
      severity: "error",
      from: { path: KERNEL, pathNot: TEST },
      to: { pathNot: [KERNEL, packages("zod", "uuid")] },
    },
    only(
      "text-knows-nothing",
      "Functions over text are the same for every module, so they know none, and neither database nor settings.",
      { path: TEXT },
      [TEXT],
    ),
    only(
      "infrastructure-knows-no-module",
      "Database, jobs, models, network, GitHub and telemetry serve every module, so they may not know any of them.",
      { path: infrastructure, pathNot: JOB_OPERATIONS },
      [infrastructure, KERNEL, TEXT, ENV],
    ),
    only(
      "job-operations-know-no-module",
      "Jobs are shown and retried through operations like everything else, whatever module they belong to.",
      { path: JOB_OPERATIONS },
      ["^lib/jobs/", "^lib/db/", KERNEL, OPERATION],
    ),
    {
      name: "infrastructure-stands-alone",
      comment:
        "Each of database, jobs, models, network, GitHub and telemetry can be replaced alone. They may name each other's " +
        "types (a job runs in a transaction), all of them may log, and what calls a server goes through the guarded network.",
      severity: "error",
      from: { path: `^lib/(${INFRASTRUCTURE.join("|")})/`, pathNot: [TEST, JOB_OPERATIONS] },
      to: {
        path: infrastructure,
        pathNot: ["^lib/$1/", "^lib/(telemetry|net)/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "github-only-through-its-port",
      comment:
        "Octokit is made in one place, where redirects, private addresses, limits and errors are looked after; a webhook's " +
        "signature is checked by its own package.",
      severity: "error",
      from: { path: CODEBASE, pathNot: ["^lib/github/", "^tests/"] },
      to: { path: packages("@octokit/(?!webhooks/)[^/]+") },
    },
    {
      name: "contract-browser-safe",
      comment:
        "The browser imports contracts: schemas and names only, no server code and no other package than zod.",
      severity: "error",
      from: { path: ANY_CONTRACT },
      to: { pathNot: [KERNEL, ...ANY_CONTRACT, packages("zod")] },
    },
    {
      name: "contracts-by-idea",
      comment:
        "In the browser the contract of a module is names and addresses alone, so a schema that a form loads may not stand on one: " +
        "contracts import those of other modules by their idea.",
      severity: "error",
      from: { path: ANY_CONTRACT, pathNot: ["^lib/[^/]+/contract\\.ts$"] },
      to: { path: "^lib/(?!kernel/|jobs/)[^/]+/contract\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    only(
      "access-before-modules",
      "Who may do what is decided before any module is entered, so access knows none of them.",
      { path: "^lib/access/", pathNot: ANY_CONTRACT },
      ["^lib/access/", KERNEL, ENV, infrastructure, OPERATION],
    ),
    ...moduleRules,
    {
      name: "prisma-only-in-queries",
      comment:
        "A module's Prisma calls are in the queries of its ideas, where the tenant guard and the return types are looked after. The few " +
        "look-ups without an organization are in one file of access.",
      severity: "error",
      from: {
        path: CODEBASE,
        pathNot: [
          QUERIES,
          "^lib/access/unscoped\\.ts$",
          "^lib/db/",
          "^tests/integration/db/",
          // Compares with the search as it was, whose statement nothing else needs.
          "^tests/bench/filters-large\\.ts$",
        ],
      },
      to: { path: ["^lib/db/generated/", packages("@prisma/client", "@prisma/adapter-pg")] },
    },
    only(
      "runtime-knows-no-module",
      "`run` is the same for every operation; it learns what to run from its argument. It makes the parts that an " +
        "operation's context carries: database and models, as the settings say.",
      { path: "^lib/runtime/" },
      ["^lib/runtime/", KERNEL, ENV, "^lib/(db|access|telemetry|ai)/"],
    ),
    only(
      "registry-only-lists",
      "The registry is two arrays: what is not an operation or a job has no place in it.",
      { path: "^lib/registry\\.ts$" },
      [KERNEL, "^lib/[^/]+/(operations|jobs)\\.ts$", "^lib/jobs/", OPERATION],
    ),
    only(
      "schema-names-only-list",
      "The table gives schemas of contracts their public names: it describes what there is and makes nothing.",
      { path: SCHEMA_NAMES },
      [KERNEL, ...ANY_CONTRACT],
    ),
    only(
      "doors-know-no-module",
      "Transports are made from the registry, so that a new operation is behind every transport at birth.",
      { path: "^lib/doors/", pathNot: [CLIENT_DOOR, MEM0_DOOR] },
      [
        "^lib/doors/",
        KERNEL,
        ENV,
        infrastructure,
        "^lib/(runtime|access)/",
        "^lib/registry\\.ts$",
        SCHEMA_NAMES,
      ],
    ),
    only(
      "mem0-door-knows-contracts",
      "The API of mem0 is another's, so its transport cannot be made from the registry: it names the operations that it " +
        "translates to by their contracts, and runs them as every transport does.",
      { path: MEM0_DOOR, pathNot: TEST },
      [
        "^lib/doors/",
        KERNEL,
        ENV,
        infrastructure,
        "^lib/(runtime|access)/",
        "^lib/registry\\.ts$",
        ...ANY_CONTRACT,
      ],
    ),
    {
      name: "doors-are-handed-their-parts",
      comment:
        "Database, jobs and models belong to the process and reach a transport as parts, so that a test can bring its own. A " +
        "door may name their types.",
      severity: "error",
      from: { path: "^lib/doors/", pathNot: [CLIENT_DOOR, TEST] },
      to: { path: "^lib/(db|jobs|ai)/", dependencyTypesNot: ["type-only"] },
    },
    only(
      "client-door-only-kernel",
      "The browser's client is shipped to the browser: it turns a contract into a request and an answer into a value.",
      { path: CLIENT_DOOR },
      [CLIENT_DOOR, KERNEL],
    ),
    only(
      "texts-know-nothing",
      "Texts are the same for every screen, and are compiled without any. The server speaks English to programs and has none of them.",
      { path: MESSAGES },
      [MESSAGES],
    ),
    only(
      "primitives-stand-alone",
      "Primitives know no data and no module, so that any screen may use them.",
      { path: "^components/ui/" },
      ["^components/ui/", MESSAGES],
    ),
    only(
      "pieces-and-frame-know-no-screen",
      "Pieces and frame appear on every screen; a screen's own parts stay with that screen.",
      { path: "^components/((pieces|frame)/|[^/]+$)" },
      ["^components/($2|pieces|ui)/", "^components/[^/]+$", MESSAGES, ...ANY_CONTRACT, CLIENT_DOOR, KERNEL],
    ),
    only(
      "screens-know-no-server",
      "A screen sees contracts, the browser's client and the kernel, never a store or another module's screen.",
      { path: "^components/(?!ui/|pieces/|frame/|inbox/)([^/]+)/" },
      [
        "^components/($1|ui|pieces|review-queue)/",
        MESSAGES,
        ...ANY_CONTRACT,
        CLIENT_DOOR,
        KERNEL,
        EXPORT_SEAL,
      ],
    ),
    only(
      "inbox-shows-what-modules-offer-it",
      "The inbox decides on items of other modules, each in the way of its own screen: a module offers that in one file, and " +
        "the inbox knows no other.",
      { path: "^components/inbox/" },
      [
        "^components/(inbox|ui|pieces|review-queue)/",
        "^components/[^/]+/inbox\\.tsx$",
        MESSAGES,
        ...ANY_CONTRACT,
        CLIENT_DOOR,
        KERNEL,
      ],
    ),
    {
      name: "browser-code-without-node",
      comment: "Components and the browser's client run in the browser, where Node's modules do not exist.",
      severity: "error",
      from: { path: ["^components/", CLIENT_DOOR], pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    only(
      "app-is-a-shim",
      "A route or page authorizes, prefetches and renders through a transport; the work is in lib. Signing in happens before any " +
        "transport, so next-auth's route takes its settings from access.",
      { path: "^app/" },
      [
        "^app/",
        "^components/",
        MESSAGES,
        KERNEL,
        "^lib/doors/",
        ...ANY_CONTRACT,
        "^lib/[^/]+/operations\\.ts$",
        "^lib/access/members/login\\.ts$",
      ],
    ),
    only(
      "entry-points-use-the-front-door",
      "Programs, seed and tests use what a module offers, so that a module's inside can change without them.",
      {
        path: "^(bin|prisma|tests)/",
        pathNot: ["^tests/integration/", "^tests/support/", API_ROUTES, PRINTED_EXAMPLES],
      },
      FRONT_DOOR,
    ),
    only(
      "api-host-serves-route-files",
      "The API host answers with the route files of the web process, so that both serve the same; pages stay with Next.",
      { path: API_ROUTES },
      [...FRONT_DOOR, "^app/.*/route\\.ts$"],
    ),
    only(
      "fixtures-know-access-alone",
      "Fixtures make people, organizations and git histories by hand, which no operation does; everything else they do through operations.",
      { path: "^tests/support/" },
      [...FRONT_DOOR, "^lib/access/", "^lib/citations/git/test-(repository|shell)\\.ts$"],
    ),
    only(
      "integration-tests-run-operations",
      "An integration test runs a module's operations and jobs and looks at what they did; a store tested alone proves nothing " +
        "a caller sees. What a screen asks for, and where it leads, are plain values beside it.",
      { path: "^tests/integration/" },
      [
        ...FRONT_DOOR,
        "^lib/[^/]+/(operations|jobs)\\.ts$",
        "^components/[^/]+/[a-z-]*(parameters|filters|readings|links|reasons)\\.ts$",
      ],
    ),
    {
      name: "known-folders-only",
      comment:
        "A folder of lib that no rule names would escape every rule: add it here and to the map first.",
      severity: "error",
      from: {},
      to: {
        path: "^lib/",
        pathNot: [
          `^lib/(kernel|text|runtime|doors|access|${[...INFRASTRUCTURE, ...MODULES].join("|")})/`,
          ENV,
          "^lib/registry\\.ts$",
          SCHEMA_NAMES,
        ],
      },
    },
    {
      name: "no-development-package-in-product",
      comment:
        "A production install leaves development packages out. What bundles the programs, and what runs them in a " +
        "checkout, is not part of it.",
      severity: "error",
      from: {
        path: "^(app|bin|components|lib|prisma)/",
        pathNot: [TEST, "^bin/(bundle\\.ts|casebook\\.mjs|contract-loader\\.mjs)$"],
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-circular",
      comment: "Two modules that need each other are one module in two files. Types may point both ways.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolvable",
      comment: "An import that cannot be resolved escapes every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(tests/clients|prisma/demo/repository)/" },
    tsConfig: { fileName: "tsconfig.json" },
    // Also imports that the compiler erases: a module's types are part of its inside.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".d.ts", ".json"],
    },
  },
};

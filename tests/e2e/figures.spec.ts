import { walkFigures } from "./figures";
import { api, test } from "./fixtures";

type Items = { items: { id: string }[] };

// Where most figures stand that others state too; `npm run test:long` walks over all screens and opens more of each kind.
const PATHS = [
  "/",
  "/inbox",
  "/memories",
  "/citations",
  "/citations?view=repositories",
  "/reviews",
  "/reviews/charts",
  "/proposals",
  "/skills",
  "/recalls/value",
  "/recalls/agents",
  "/patterns/figures",
  "/hygiene",
];

test("screens ask little, state one value for one measure, and each figure leads to as many rows", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { items: repositories } = await api<Items>("GET", "/repositories?limit=1");
  const { items: skills } = await api<Items>("GET", "/skills?limit=1");
  const paths = [
    ...PATHS,
    ...repositories.map(({ id }) => `/citations/repositories/${id}`),
    ...skills.map(({ id }) => `/skills/${id}?tab=effect`),
  ];
  await walkFigures(page, { paths, of_a_kind: 1, least: { measures: 50, shared: 12, opened: 20 } });
});

import { walkFigures } from "./figures";
import { api, test } from "./fixtures";
import { SCREENS } from "./screens-list";

type Items = { items: { id: string; name: string }[] };

test("every screen asks little, states one value for one measure, and each figure leads to as many rows", async ({
  page,
}) => {
  test.setTimeout(900_000);
  const repositories = await api<Items>("GET", "/repositories");
  const skills = await api<Items>("GET", "/skills");
  const paths = [
    ...SCREENS.map(({ path }) => path),
    ...repositories.items.map(({ name }) => `/?${new URLSearchParams({ repository: name })}`),
    ...repositories.items.map(({ id }) => `/citations/repositories/${id}`),
    ...repositories.items.map(({ id }) => `/citations/repositories/${id}?folder=src`),
    ...repositories.items.map(({ id }) => `/citations/repositories/${id}/files?path=src`),
    ...skills.items.map(({ id }) => `/skills/${id}?tab=effect`),
    "/reviews?period=30d",
    "/reviews/charts?by=agent",
  ];
  await walkFigures(page, { paths, of_a_kind: 3, least: { measures: 80, shared: 15, opened: 40 } });
});

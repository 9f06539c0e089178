import { LAPTOP, PHONE, walk } from "./screens";
import { SCREENS } from "./screens-list";

// A screen of each build where the least fits, and on a laptop those that are built differently there; `npm run test:long`
// takes all of them in every size and theme. Whether a screen fits a phone does not depend on the database.
const NARROW = [
  "/",
  "/inbox",
  "/memories?q=price",
  "/citations?view=context",
  "/reviews/findings",
  "/skills",
  "/recalls/value",
  "/conversations",
  "/patterns?q=round+prices",
  "/failures",
  "/settings/keys",
  "/settings/audit",
  "/api/docs?operation=memory_store",
];
const WIDE = ["/", "/memories", "/citations", "/reviews/charts"];
const among = (paths: readonly string[]) =>
  paths.map((path) => {
    const screen = SCREENS.find((one) => one.path === path);
    if (screen === undefined) throw new Error(`${path} is no screen of screens-list.ts`);
    return screen;
  });

if (!process.env.DATABASE_URL) walk({ size: PHONE, screens: among(NARROW) });
walk({ size: LAPTOP, screens: among(WIDE) });

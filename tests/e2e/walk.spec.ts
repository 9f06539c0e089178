import { LAPTOP, PHONE, walk } from "./screens";
import { SCREENS } from "./screens-list";

// Every screen where the least fits, and on a laptop those that are built differently there; `npm run test:long` takes
// all of them in every size and theme. Whether a screen fits a phone does not depend on the database.
const WIDE = ["/", "/memories", "/citations", "/reviews/charts"];
if (!process.env.DATABASE_URL) walk({ size: PHONE, screens: SCREENS });
walk({ size: LAPTOP, screens: SCREENS.filter(({ path }) => WIDE.includes(path)) });

import { LAPTOP, narrowLists, PHONE, walk } from "./screens";
import { SCREENS } from "./screens-list";

const TABLET = { name: "a tablet", width: 820, height: 1180 } as const;

for (const colorScheme of ["light", "dark"] as const)
  for (const { name, width, height } of [LAPTOP, TABLET, PHONE])
    walk({ size: { name: `${name}, ${colorScheme}`, width, height, colorScheme }, screens: SCREENS });

// German words are longer, and less of them fits.
for (const size of [LAPTOP, PHONE])
  walk({ size: { ...size, name: `${size.name}, in German`, locale: "de-DE" }, screens: SCREENS });

narrowLists(SCREENS);

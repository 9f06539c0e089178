import { operations as comments } from "./comments/operations";
import { operations as items } from "./items/operations";
import { operations as overview } from "./overview/operations";
import { operations as proposals } from "./proposals/operations";
import { operations as waiting } from "./waiting/operations";

export const operations = [...items, ...comments, ...proposals, ...overview, ...waiting];

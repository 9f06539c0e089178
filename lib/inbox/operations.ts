import { operations as comments } from "./comments/operations";
import { operations as items } from "./items/operations";

export const operations = [...items, ...comments];

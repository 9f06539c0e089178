import { operations as feed } from "./feed/operations";
import { operations as preferences } from "./preferences/operations";
import { operations as webhooks } from "./webhooks/operations";

export const operations = [...feed, ...preferences, ...webhooks];

export { EXAMPLE_REPOSITORY, fillExample } from "./example/fill";
export { NOT_OF_PEOPLE, PLACES } from "./persons/places";

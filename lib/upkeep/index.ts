export { NOT_OF_PEOPLE, PLACES } from "./persons/places";

export { AddressError, resolvePublicHost } from "./addresses";
export { guardedFetch } from "./fetch";

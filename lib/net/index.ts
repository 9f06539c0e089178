export { AddressError, isPrivateAddress, type ResolveHost, resolvePublicHost } from "./addresses";
export { guardedFetch } from "./fetch";

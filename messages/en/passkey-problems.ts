/** What a browser says of a passkey that it neither made nor used. */
export default {
  present: "This device already has one of your passkeys.",
  cancelled: "It was cancelled, or took too long. Nothing was changed.",
  wrong_address: "The browser refuses passkeys at this address. Open Casebook at its public address.",
  unsupported: "This browser does not support passkeys.",
};

/** Addresses that users type without `https://`. */

/** A host has a dot and a top-level domain; `localhost` and IP addresses are for feeds in the user's own network. */
const HOST =
  /^(localhost|\[[\da-f:.]+\]|[^\s/:.]+(\.[^\s/:.]+)*\.([\p{L}]{2,}|xn--[a-z\d-]+|\d{1,3}))(:\d+)?([/?#]\S*)?$/iu

/** Whether a text is an address without a scheme. It is tried with https first, then with http. */
export const isAddressWithoutScheme = (text: string): boolean => HOST.test(text)

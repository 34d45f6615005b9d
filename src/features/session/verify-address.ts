/**
 * Where the link of a verification e-mail leads. A path, because the server is not always known to itself by the host that
 * the browser uses.
 * @param to the new address, where the e-mail belongs to a change
 */
export const verifyAddress = (to?: string): string =>
  to === undefined ? '/verify-email' : `/verify-email?to=${encodeURIComponent(to)}`

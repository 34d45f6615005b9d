/**
 * Where the link of a verification e-mail leads.
 * @param to the new address, where the e-mail belongs to a change
 */
export const verifyAddress = (to?: string): string =>
  `${location.origin}/verify-email${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`

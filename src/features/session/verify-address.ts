/** Where the link of a verification e-mail leads. */
export const verifyAddress = (): string => `${location.origin}/verify-email`

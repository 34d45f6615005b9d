/** Paths of the contract that better-auth has renamed, below /better-auth (wire-contract 3). */
export const RENAMED: Readonly<Record<string, string>> = {
  '/forget-password': '/request-password-reset',
  '/one-time-token/apply': '/one-time-token/verify',
}

/** How passwords are stored. */

export type Passwords = {
  /** @returns what is stored */
  readonly hash: (password: string) => Promise<string>
  readonly verify: (input: { readonly hash: string; readonly password: string }) => Promise<boolean>
}

/** With scrypt, as better-auth does; `salt:key` in hexadecimal. Loaded at first use: see `createAuth` in server.ts. */
export const scryptPasswords: Passwords = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (input) => (await import('better-auth/crypto')).verifyPassword(input),
}

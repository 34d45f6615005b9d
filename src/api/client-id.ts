const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const LENGTH = 21

/** 21 random characters of 64, as the wire's X-Client-Id and X-Session-Id are. */
export const createClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => LETTERS[byte & 63]).join('')

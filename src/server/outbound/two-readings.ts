/**
 * True for an address whose host another URL parser could read differently: several `@`, a backslash, or white space in
 * the authority. Such an address is an attempt to bypass the guard.
 *
 * @param address as written
 */
export function hasTwoReadings(address: string): boolean {
  const [, , authority = ''] = /^\s*([a-z][a-z\d+.-]*):[\\/\s]*([^/?#]*)/iu.exec(address) ?? []
  // oxlint-disable-next-line no-control-regex -- control characters are what is matched
  if (/[\s\u0000-\u001f\u007f]/u.test(authority.trim())) return true
  // `http://site\path` is a typing mistake on Windows; with credentials after it, an attack.
  const slip = authority.indexOf('\\')
  if (slip >= 0 && authority.includes('@', slip)) return true
  return authority.indexOf('@') !== authority.lastIndexOf('@')
}

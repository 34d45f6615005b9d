/**
 * True for an address whose host another program could read otherwise: several signs of a sign-in, a backslash, or
 * blanks and line ends between the slashes. Nobody writes a feed's address so; those who do want to pass a check.
 *
 * @param address as it was written
 */
export function hasTwoReadings(address: string): boolean {
  const [, , authority = ''] = /^\s*([a-z][a-z\d+.-]*):[\\/\s]*([^/?#]*)/iu.exec(address) ?? []
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\s\u0000-\u001f\u007f]/u.test(authority.trim())) return true
  // `http://site\path` is a slip of Windows hands; with a sign-in behind it is a trick.
  const slip = authority.indexOf('\\')
  if (slip >= 0 && authority.includes('@', slip)) return true
  return authority.indexOf('@') !== authority.lastIndexOf('@')
}

/** Addresses of inboxes: handle@INBOX_DOMAIN, with anything after a plus. */

/** @param domain INBOX_DOMAIN; empty for any @returns null for an address of another domain or of none */
export function handleOf(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@')
  if (at < 1) return null
  const host = address
    .slice(at + 1)
    .trim()
    .replace(/\.$/, '')
    .toLowerCase()
  if (host === '' || (domain !== '' && host !== domain.toLowerCase())) return null
  return (
    address
      .slice(0, at)
      .replace(/^"(.*)"$/, '$1')
      .split('+')[0]
      ?.trim() || null
  )
}

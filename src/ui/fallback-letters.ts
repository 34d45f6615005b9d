/** Before the name of the site, where only the address of its feed is known: `feeds.example.com`. */
const FEED_HOST = /^(feeds?|rss|atom)\d?\.(?=[^.]+\.)/i

/** @returns the domain of a web address, without a leading www or feeds; another name unchanged */
export function domainOf(addressOrName: string): string {
  if (!/^https?:/i.test(addressOrName)) return addressOrName
  return (
    URL.parse(addressOrName)
      ?.hostname.replace(/^www\./, '')
      .replace(FEED_HOST, '') ?? addressOrName
  )
}

/** The first two letters of a domain in capitals, without a leading www (spec 9). */
export const fallbackLetters = (domainOrName: string): string => {
  const name = domainOrName
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/^www\d?\./i, '')
  return [...name]
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase()
}

/** A hue from 0 to 359 that stays the same for the same name (FNV-1a, spread over the circle). */
export const nameHue = (name: string): number => {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0) % 360
}

/** Whose data is whose, as the tests of a worker process share a server: addresses of users and feeds, by test. */

const own = new Set<string>()
const others = new Set<string>()

/** @param address of a user, a feed or a server that the running test has made; a port may have been another's */
export function claim(address: string): void {
  own.add(address)
  others.delete(address)
}

/**
 * The running test ends, and its data is another test's from now on.
 * @param html what its page shows
 * @throws when an address of another test's user or feed is in it
 */
export function expectNothingOfOthers(html: string): void {
  const found = [...others].filter((address) => html.includes(address))
  for (const address of own) others.add(address)
  own.clear()
  if (found.length > 0) throw new Error(`The page shows what is another test's: ${found.join(', ')}`)
}

/**
 * A unit that is made when somebody first asks for it. Each costs a start as much as a row of the list, and of most that
 * could be asked for, nobody asks.
 */
export function whenAsked<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

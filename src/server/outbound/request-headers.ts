/** Headers of requests that callers, also plugins, may set. */

/**
 * Those of the connection, which the client sets itself. `host` selects the site at a shared server, also when the connection
 * is encrypted: with another value a request would leave the permitted site.
 */
const OF_THE_CONNECTION =
  /^(?:host|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/

/** RFC 9110 5.1 and 5.5. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

type Headers = Readonly<Record<string, string>>

/** The first header that cannot be sent; null where there is none. */
export const badHeader = (headers: Headers): string | null =>
  Object.entries(headers).find(([name, value]) => !NAME.test(name) || !VALUE.test(value))?.[0] ?? null

/** With names in lower case, without those of the connection. */
export const callerHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !OF_THE_CONNECTION.test(name)),
  )

/** The parts of a rule about a host. */

/** A feed found behind an address. */
export type DiscoveredFeed = { url: string; title: string | null }

/** @param path the address's path, in its parts @returns null where the rule does not apply */
export type Rule = (url: URL, path: readonly string[]) => readonly DiscoveredFeed[] | null

export const one = (url: string, title: string | null = null): readonly DiscoveredFeed[] => [{ url, title }]

export const onHost =
  (host: RegExp, rule: Rule): Rule =>
  (url, path) =>
    host.test(url.hostname) ? rule(url, path) : null

/** Schemes of feed addresses, besides those of the web, that plugins read. Each process adds them when it loads the plugins. */
const added = new Set<string>()

export const feedSchemes = (): readonly string[] => [...added]

/** Whether addresses of a scheme, such as `name` of `name://x`, are read by a plugin. */
export const isFeedScheme = (scheme: string): boolean => added.has(scheme.toLowerCase())

export function addFeedSchemes(schemes: readonly string[]): void {
  for (const scheme of schemes) added.add(scheme)
}

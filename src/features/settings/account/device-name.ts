const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system from a User-Agent, to tell devices apart; null when neither is recognised. */
export function deviceName(userAgent: string): string | null {
  const known = (list: typeof browsers) => list.find(([mark]) => mark.test(userAgent))?.[1]
  return [known(browsers), known(systems)].filter(Boolean).join(', ') || null
}

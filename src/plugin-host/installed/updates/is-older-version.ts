/** Whether a version comes before another one: numbers by their size, `1.0.0-beta` before `1.0.0`. */
export function isOlderVersion(version: string, other: string): boolean {
  const [[release = '', ...early], [otherRelease = '', ...otherEarly]] = [
    version.split('-'),
    other.split('-'),
  ]
  const order = release.localeCompare(otherRelease, 'en', { numeric: true })
  if (order !== 0) return order < 0
  if (early.length === 0 || otherEarly.length === 0) return early.length > otherEarly.length
  return early.join('-').localeCompare(otherEarly.join('-'), 'en', { numeric: true }) < 0
}

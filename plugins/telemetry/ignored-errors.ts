/** Errors that are not reported: those of the network, of what was aborted, and of a database that closes (spec 7). */

const ignored = [
  /network ?error|network request failed|the internet connection appears to be offline/i,
  /failed to fetch|load failed|fetch failed|error loading dynamically imported module|dynamically imported module/i,
  /\babort(ed|error)?\b/i,
  /database.*(is closing|is closed|connection is closing)|closing.*database/i,
]
const ignoredNames = ['AbortError', 'NetworkError', 'FetchError']

/** @param error what was thrown, or its message */
export function isIgnored(error: unknown): boolean {
  const { name, message, kind } = (error ?? {}) as { name?: unknown; message?: unknown; kind?: unknown }
  if (kind === 'unreachable' || ignoredNames.includes(String(name))) return true
  const text = typeof error === 'string' ? error : `${String(name ?? '')}: ${String(message ?? '')}`
  return ignored.some((pattern) => pattern.test(text))
}

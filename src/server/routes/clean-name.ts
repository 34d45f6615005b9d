/**
 * A title or folder name as it is stored: one line, no characters that XML forbids, null when nothing is left. So
 * OPML can represent every name exactly.
 */
export function cleanName(name: string): string | null {
  return name.toWellFormed().replace(UNSPEAKABLE, ' ').replace(/\s+/gu, ' ').trim() || null
}

// Control characters and non-characters: XML 1.0 section 2.2 allows none of them.
const UNSPEAKABLE = /[\p{Cc}\uFFFE\uFFFF]/gu

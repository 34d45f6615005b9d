/** The id in an address of a list (the reader's, or its public page's), or the id alone; null for anything else. */
export function listIdIn(text: string): string | null {
  const trimmed = text.trim()
  if (/^\d{1,19}$/.test(trimmed)) return trimmed
  const found = /\/(?:lists?\/|timeline\/(?:view-\d\/)?list-)(\d{1,19})(?:[/?#]|$)/.exec(trimmed)
  return found?.[1] ?? null
}

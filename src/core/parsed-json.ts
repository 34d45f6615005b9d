/** Reads a text that another version or the user may have written. @returns null for invalid JSON, and for no text */
export function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

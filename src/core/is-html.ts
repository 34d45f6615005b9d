/** Whether a text is HTML: an element is opened and closed, with text that is not blank inside (spec 5). */
export function isHtml(text: string): boolean {
  /** Number of texts before the first open tag of each element name. */
  const open = new Map<string, number>()
  let written = 0
  let end = 0
  for (const tag of text.matchAll(/<(\/?)([a-z][a-z\d:-]*)(?:\s[^<>]*)?>/gi)) {
    const [all, slash] = tag
    const name = tag[2]?.toLowerCase() ?? ''
    if (text.slice(end, tag.index).trim() !== '') written += 1
    end = tag.index + all.length
    if (slash === '') open.set(name, open.get(name) ?? written)
    else if ((open.get(name) ?? written) < written) return true
  }
  return false
}

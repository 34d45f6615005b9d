import type { Attributes } from './hidden.ts'

/**
 * Elements whose text is not displayed. One list for the sanitiser and for plain text: otherwise
 * an entry without content could have a description made of what the sanitiser removed. Plain text also excludes frames
 * and mathematics, which the sanitiser keeps.
 */
export const SILENT_TAGS: ReadonlySet<string> = new Set(
  `script style template noscript iframe svg math head title textarea select option xmp
  plaintext annotation annotation-xml`.split(/\s+/),
)

/** Whether an element's text is not displayed. A declarative shadow tree is displayed in place of its host. */
export const isSilent = (name: string, attributes: Attributes): boolean =>
  SILENT_TAGS.has(name) && !(name === 'template' && attributes['shadowrootmode'] !== undefined)

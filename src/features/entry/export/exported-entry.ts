/** An entry as it is exported. */
export type ExportedEntry = {
  readonly title: string
  readonly author: string | null
  /** Title of the feed. */
  readonly feed: string
  readonly url: string | null
  /** ms since 1970 */
  readonly publishedAt: number
  readonly language: string | null
  /** Sanitised; see sanitiseForExport. */
  readonly content: DocumentFragment
}

/** @returns the title as the name of a file, without what file systems forbid */
export function fileNameOf({ title, publishedAt }: Pick<ExportedEntry, 'title' | 'publishedAt'>): string {
  const name = title
    .normalize()
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 80)
    .trim()
  return name || new Date(publishedAt).toISOString().slice(0, 10)
}

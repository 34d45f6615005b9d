import { entryName } from '../../core/entry-name.ts'
import { RelativeTime, useTranslation } from '../../ui/index.ts'

type NamedEntry = {
  readonly id: string
  readonly title: string | null
  readonly url?: string | null
  readonly description?: string | null
  readonly publishedAt: number
}

/** Titles of entries with their dates. @param more how many follow that are not listed */
export function EntryTitles({
  entries,
  more = 0,
}: {
  readonly entries: readonly NamedEntry[]
  readonly more?: number
}) {
  const { t } = useTranslation()
  if (entries.length === 0) return <p className="palette-preview-about">{t('palette.preview.noEntries')}</p>
  return (
    <ul className="palette-preview-entries">
      {entries.map(({ id, title, url = null, description = null, publishedAt }) => (
        <li key={id}>
          <span>{entryName({ title, url, description }) || t('entry.untitled')}</span>
          <RelativeTime at={publishedAt} />
        </li>
      ))}
      {more > 0 && <li className="palette-preview-more">{t('palette.preview.more', { count: more })}</li>}
    </ul>
  )
}

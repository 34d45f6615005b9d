import { useStoreMap } from 'effector-react'
import type { SharedMark } from '../../contract/shared-folders.ts'
import { $sharedMarkOf, memberNames } from '../../model/sharing/shared-folders.ts'
import { StarIcon, useTranslation } from '../../ui/index.ts'
import type { EntryPanelProps } from '../feature.ts'
import './sharing.css'

/** Below an entry: who of the user's shared folders has starred it, and what they noted. */
export function SharedMarksPanel({ entry }: Pick<EntryPanelProps, 'entry'>) {
  const mark = useStoreMap({
    store: $sharedMarkOf,
    keys: [entry.id],
    fn: (marks, [id]) => marks.get(id) ?? null,
  })
  return mark && <SharedMarks {...mark} />
}

/** The names of those who starred an entry, and the notes on it with theirs. */
export function SharedMarks({ stars, notes }: Pick<SharedMark, 'stars' | 'notes'>) {
  const { t, i18n } = useTranslation('app')
  const names = memberNames(stars)
  return (
    <div className="shared-marks">
      {names.length > 0 && (
        <p className="shared-meta">
          <StarIcon aria-hidden="true" />
          {t('together.starredBy', {
            count: names.length,
            names: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names),
          })}
        </p>
      )}
      {notes.length > 0 && (
        <ul className="shared-notes">
          {notes.map(({ id, name, quote, note }, at) => (
            <li key={`${id} ${at}`}>
              <strong dir="auto">{name}</strong>
              {quote && <q dir="auto">{quote}</q>}
              <p dir="auto">{note}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

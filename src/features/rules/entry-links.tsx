import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entryName } from '../../core/entry-name.ts'
import { toPath } from '../../model/location/index.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { RelativeTime, useTranslation } from '../../ui/index.ts'

export type LinkedEntry = {
  readonly id: string
  readonly title: string | null
  readonly url: string | null
  readonly feedId: string
  readonly feedTitle: string | null
  readonly publishedAt: string
}
type EntryLinksProps<Entry extends LinkedEntry> = {
  readonly entries: readonly Entry[]
  /** Something more of each entry, and its buttons. */
  readonly renderDetails?: (entry: Entry) => ReactNode
}

/** Entries by their titles, else by their addresses, each a link that opens it in the reader. */
export function EntryLinks<Entry extends LinkedEntry>({ entries, renderDetails }: EntryLinksProps<Entry>) {
  const { t } = useTranslation(['app'])
  const subscriptions = useUnit($subscriptions)
  const viewOf = (feedId: string) =>
    [...subscriptions.values()].find((one) => one.feedId === feedId)?.view ?? 0
  return (
    <ul className="rule-entries">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Link
            to={toPath({
              view: viewOf(entry.feedId),
              source: { kind: 'feed', id: entry.feedId },
              entryId: entry.id,
            })}
          >
            {entryName({ ...entry, description: null }) || t('rules.untitled')}
          </Link>
          <span>
            {entry.feedTitle} · <RelativeTime at={entry.publishedAt} />
          </span>
          {renderDetails?.(entry)}
        </li>
      ))}
    </ul>
  )
}

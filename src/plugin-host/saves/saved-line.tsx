/** Where the open entry was saved and when, and what still waits to be. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { EntryPanelProps } from '../../features/feature.ts'
import { $online } from '../../model/network/index.ts'
import { $session } from '../../model/session/index.ts'
import { registry } from '../../model/app/index.ts'
import { safeHref } from '../../core/safe-href.ts'
import { Button, RelativeTime, useTranslation } from '../../ui/index.ts'
import './saved-line.css'
import { CANCEL_SAVES } from './report-saves.ts'
import { $running } from '../run/running-plugins.ts'
import { $saves, savesNeeded, type SaveState } from './saves.ts'

/** ms that an entry is open before its state is requested: paging through the list requests nothing. */
const DELAY_MS = 400

export function SavedLine({ entry }: EntryPanelProps) {
  const { t } = useTranslation()
  const { running, online, session, load } = useUnit({
    running: $running,
    online: $online,
    session: $session,
    load: savesNeeded,
  })
  const saves = useStoreMap({
    store: $saves,
    keys: [entry.id],
    fn: (rows, [id]) => [...rows.values()].filter(({ entryId }) => entryId === id),
    updateFilter: (next, last) => next.length !== last.length || next.some((one, at) => one !== last[at]),
  })
  const isNeeded = running.size > 0 && online && session.user !== null
  useEffect(() => {
    if (!isNeeded) return
    const timer = setTimeout(() => load(entry.id), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isNeeded, entry.id, load])
  const shown = saves.filter(({ plugin }) => running.has(plugin))
  if (shown.length === 0) return null
  return (
    <ul className="saved-line" aria-label={t('entry.saved.title')}>
      {shown.map((save) => (
        <SavedItem key={save.plugin} save={save} />
      ))}
    </ul>
  )
}

function SavedItem({ save: { plugin, entryId, at, url, isWaiting } }: { readonly save: SaveState }) {
  const { t } = useTranslation(['app', plugin])
  const invoke = useUnit(registry.commandInvoked)
  const service = t(`${plugin}:name`)
  if (isWaiting)
    return (
      <li>
        <span>{t('entry.saved.waits', { service })}</span>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('entry.saved.cancelItem', { service })}
          onClick={() => invoke({ id: CANCEL_SAVES, args: { entry: entryId, plugin }, source: 'button' })}
        >
          {t('entry.saved.cancel')}
        </Button>
      </li>
    )
  if (at === null) return null
  return (
    <li>
      <span>
        {url === null ? (
          t('entry.saved.at', { service })
        ) : (
          <a href={safeHref(url)} target="_blank" rel="noopener noreferrer">
            {t('entry.saved.at', { service })}
          </a>
        )}
      </span>
      <RelativeTime at={at} />
    </li>
  )
}

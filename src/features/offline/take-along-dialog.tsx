import './offline.css'
import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { MAX_OFFLINE_ENTRIES, type OfflineSize } from '../../contract/offline.ts'
import { parseQuery } from '../../contract/query/parse.ts'
import { $takeAlongProgress, removeOfflineFilesFx, takeAlongRequested } from '../../model/offline/index.ts'
import { $services } from '../../model/services.ts'
import {
  Button,
  Dialog,
  Notice,
  SkeletonText,
  TextField,
  useSettled,
  useTranslation,
} from '../../ui/index.ts'
import { formatBytes } from '../../ui/format/bytes.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'

export const propsSchema = z.object({ query: z.string() })
export type TakeAlongProps = z.infer<typeof propsSchema>

/** ms after the last letter before a query is measured. */
const SETTLED_MS = 400

/** What taking the entries of a query along would take, and the button that begins it. */
export default function TakeAlongDialog({
  query,
  onClose,
}: TakeAlongProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common', 'errors'])
  const { services, progress, take } = useUnit({
    services: $services,
    progress: $takeAlongProgress,
    take: takeAlongRequested,
  })
  const [text, setText] = useState(query)
  const settled = useSettled(text, SETTLED_MS)
  const parsed = parseQuery(settled)
  const measured = useQuery({
    queryKey: ['offline', 'measure', settled],
    enabled: parsed.ok && settled.trim() !== '',
    queryFn: async () => (await services.api.offline.measure({ q: settled })).data,
    staleTime: 0,
  })
  const isReady = text === settled && (measured.data?.entries ?? 0) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    take({ q: settled })
    onClose()
  }
  const { offlineFiles } = services.platform
  return (
    <Dialog
      open
      title={t('offline.title')}
      description={t('offline.words')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="take-along" disabled={!isReady}>
            {t('offline.take')}
          </Button>
        </>
      }
    >
      <form id="take-along" className="take-along" onSubmit={submit}>
        <TextField
          label={t('offline.query')}
          hint={t('offline.queryHint')}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={parsed.ok ? undefined : t(`query.errors.${parsed.error.code}`, { ...parsed.error.values })}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="take-along-size" role="status">
          {measured.data && <Size size={measured.data} storesFiles={offlineFiles !== undefined} />}
          {measured.isLoading && <SkeletonText lines={3} />}
          {measured.isPaused && <Notice tone="quiet">{t('offline.needsConnection')}</Notice>}
        </div>
        {measured.isError && (
          <RetryNotice onRetry={() => measured.refetch()}>{errorMessage(measured.error, t)}</RetryNotice>
        )}
        {progress && <Notice tone="quiet">{t('offline.replaces')}</Notice>}
        {offlineFiles && <StoredFiles />}
      </form>
    </Dialog>
  )
}

function Size({ size, storesFiles }: { readonly size: OfflineSize; readonly storesFiles: boolean }) {
  const { t, i18n } = useTranslation('app')
  const { entries, isCut, textLength, pictures, recordings } = size
  if (entries === 0) return <p>{t('offline.nothing')}</p>
  return (
    <>
      <dl className="take-along-list">
        <dt>{t('offline.entries')}</dt>
        <dd>
          {t('offline.entriesSize', { count: entries, size: formatBytes(textLength, i18n) })}
          {isCut && (
            <span className="ui-field-hint"> {t('offline.cut', { count: MAX_OFFLINE_ENTRIES })}</span>
          )}
        </dd>
        <dt>{t('offline.pictures')}</dt>
        <dd>{t('offline.picturesSize', { count: pictures })}</dd>
        <dt>{t('offline.recordings')}</dt>
        <dd>
          {recordings.count === recordings.unknown
            ? t('offline.recordingsUnknown', { count: recordings.count })
            : t('offline.recordingsSize', {
                count: recordings.count,
                size: formatBytes(recordings.bytes, i18n),
              })}
          {recordings.unknown > 0 && recordings.unknown < recordings.count && (
            <span className="ui-field-hint"> {t('offline.someUnknown', { count: recordings.unknown })}</span>
          )}
        </dd>
      </dl>
      {!storesFiles && <Notice tone="warning">{t('offline.textsOnly')}</Notice>}
    </>
  )
}

/** How much is stored in this browser, with a button that removes it. */
function StoredFiles() {
  const { t, i18n } = useTranslation('app')
  const { services, remove } = useUnit({ services: $services, remove: removeOfflineFilesFx })
  const stored = useQuery({
    queryKey: ['offline', 'stored'],
    queryFn: () => services.platform.offlineFiles?.size() ?? 0,
    staleTime: 0,
    networkMode: 'always',
  })
  if (!stored.data) return null
  return (
    <div className="take-along-stored">
      <span className="ui-field-hint">{t('offline.stored', { size: formatBytes(stored.data, i18n) })}</span>
      <Button variant="quiet" onClick={() => void remove().then(() => stored.refetch())}>
        {t('offline.remove')}
      </Button>
    </div>
  )
}

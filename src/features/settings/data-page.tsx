import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { dialogOpened } from '../../model/layout/index.ts'
import { $persistence } from '../../model/network/index.ts'
import { $pendingCount, flushRequested } from '../../model/outbox/index.ts'
import { $services } from '../../model/services.ts'
import { Button, ConfirmDialog, toastError, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import { ExportFeeds } from '../import/index.ts'
import { formatBytes } from '../../ui/format/bytes.ts'
import { SettingRow, Section } from './controls/index.ts'

/** Local data: storage, pending changes, export, reset. */
export function DataPage() {
  const { t, i18n } = useTranslation(['settings', 'app', 'errors', 'common'])
  const { services, opened, persistence, pending, flush } = useUnit({
    services: $services,
    opened: dialogOpened,
    persistence: $persistence,
    pending: $pendingCount,
    flush: flushRequested,
  })
  const storage = useQuery({
    queryKey: ['storage', 'estimate'],
    queryFn: () => navigator.storage.estimate(),
    staleTime: 0,
    retry: false,
  })
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const guarded = async (action: () => Promise<void>) => {
    setBusy(true)
    try {
      await action()
    } catch (failure) {
      toastError(errorMessage(failure, t))
    }
    setBusy(false)
  }
  const exportDatabase = async () => {
    const bytes = await services.local.call('database.export')
    services.platform.download('follow.db', new Blob([new Uint8Array(bytes)]))
  }
  const reset = async () => {
    await services.local.call('database.reset')
    services.platform.reload()
  }
  const used = storage.data?.usage
  return (
    <>
      <Section title={t('data.feeds')}>
        <SettingRow label={t('data.import.label')} hint={t('data.import.words')}>
          <Button onClick={() => opened({ id: 'import-report' })}>{t('common:action.import')}</Button>
        </SettingRow>
        <SettingRow label={t('data.export.label')} hint={t('data.export.words')}>
          <ExportFeeds />
        </SettingRow>
      </Section>
      <Section title={t('data.local')}>
        <SettingRow label={t('data.storage.label')} hint={t('data.storage.words')}>
          <span>
            {used === undefined
              ? t('data.storageUnknown')
              : t('data.storageOf', {
                  used: formatBytes(used, i18n.language),
                  quota: formatBytes(storage.data?.quota ?? used, i18n.language),
                })}
          </span>
          <span className="ui-field-hint">
            {persistence.stored
              ? t('data.persisted')
              : t('data.memoryOnly', { reason: persistence.reason ?? t('data.noPersistence') })}
          </span>
        </SettingRow>
        <SettingRow label={t('data.pending.label')} hint={t('data.pending.words')}>
          <span>
            {pending === 0 ? t('common:state.none') : t('common:state.pending', { count: pending })}
          </span>
          {pending > 0 && <Button onClick={() => flush()}>{t('data.sendNow')}</Button>}
        </SettingRow>
        <SettingRow label={t('data.exportDatabase.label')} hint={t('data.exportDatabase.words')}>
          <Button busy={busy} onClick={() => void guarded(exportDatabase)}>
            {t('data.exportDatabase.button')}
          </Button>
        </SettingRow>
        <SettingRow label={t('data.resetDatabase.label')} hint={t('data.resetDatabase.words')}>
          <Button variant="danger" onClick={() => setConfirming(true)}>
            {t('data.resetDatabase.button')}
          </Button>
        </SettingRow>
      </Section>
      <ConfirmDialog
        open={isConfirming}
        variant="warning"
        title={t('data.resetDatabase.title')}
        description={t('data.resetDatabase.confirm')}
        confirmLabel={t('data.resetDatabase.button')}
        cancelLabel={t('common:action.cancel')}
        busy={busy}
        onConfirm={() => void guarded(reset)}
        onCancel={() => setConfirming(false)}
      />
    </>
  )
}

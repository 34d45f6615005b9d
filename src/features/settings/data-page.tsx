import { useUnit } from 'effector-react'
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { registry } from '../../model/app/registry.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $pendingCount, flushRequested } from '../../model/outbox/index.ts'
import { $services } from '../../model/services.ts'
import { Button, ConfirmDialog, toastError, useTranslation, Switch } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { ExportFeeds } from '../import/index.ts'
import { $exportFormats, $importFormats, $isEveryFeatureRegistered } from '../registry.ts'
import { BackupSection } from './backup-section.tsx'
import { SettingRow, Section } from './controls/index.ts'
import { dataFields } from './forms/data-form.ts'
import { CoreSetting } from './forms/settings-form.tsx'
import { StorageUse } from './storage-use.tsx'
import { usageConsentReceived } from '../../model/usage-consent.ts'

/** What the user has here and on the server: exports and imports, storage, pending changes, reset. */
export function DataPage() {
  const { t } = useTranslation(['settings', 'app', 'errors', 'common'])
  const { importFormats, exportFormats, areComplete, services, opened, invoke } = useUnit({
    importFormats: $importFormats,
    exportFormats: $exportFormats,
    areComplete: $isEveryFeatureRegistered,
    services: $services,
    opened: dialogOpened,
    invoke: registry.commandInvoked,
  })
  const [confirming, setConfirming] = useState<'reset' | 'replace' | null>(null)
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
  return (
    <>
      <BackupSection />
      {importFormats.length + exportFormats.length > 0 && (
        <Section title={t('data.feeds')}>
          {importFormats.length > 0 && (
            <SettingRow label={t('data.import.label')} hint={t('data.import.words')}>
              <Button onClick={() => opened({ id: 'import-report' })}>{t('common:action.import')}</Button>
            </SettingRow>
          )}
          {exportFormats.length > 0 && (
            <SettingRow label={t('data.export.label')} hint={t('data.export.words')}>
              <ExportFeeds />
            </SettingRow>
          )}
        </Section>
      )}
      <div className="settings-below" data-waiting={areComplete ? undefined : ''}>
        <Section title={t('data.local')}>
          <StorageUse />
          <CoreSetting field={dataFields.dataPersist} />
          <CoreSetting field={dataFields.storedEntries} />
          <PendingChanges />
          <SettingRow label={t('data.exportDatabase.label')} hint={t('data.exportDatabase.words')}>
            <Button busy={busy} onClick={() => void guarded(exportDatabase)}>
              {t('data.exportDatabase.button')}
            </Button>
          </SettingRow>
          <SettingRow label={t('data.resetDatabase.label')} hint={t('data.resetDatabase.words')}>
            <Button variant="danger" onClick={() => setConfirming('reset')}>
              {t('data.resetDatabase.button')}
            </Button>
          </SettingRow>
        </Section>
        <Section title={t('data.otherDevices')}>
          <SettingRow label={t('data.replaceRemote.label')} hint={t('data.replaceRemote.words')}>
            <Button onClick={() => setConfirming('replace')}>{t('data.replaceRemote.button')}</Button>
          </SettingRow>
          <UsageConsent />
        </Section>
      </div>
      <ConfirmDialog
        open={confirming === 'reset'}
        variant="warning"
        title={t('data.resetDatabase.title')}
        description={t('data.resetDatabase.confirm')}
        confirmLabel={t('data.resetDatabase.button')}
        cancelLabel={t('common:action.cancel')}
        busy={busy}
        onConfirm={() => void guarded(reset)}
        onCancel={() => setConfirming(null)}
      />
      <ConfirmDialog
        open={confirming === 'replace'}
        title={t('data.replaceRemote.title')}
        description={t('data.replaceRemote.confirm')}
        confirmLabel={t('data.replaceRemote.button')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={() => {
          invoke({ id: 'data:replace-remote-settings', source: 'button' })
          setConfirming(null)
        }}
        onCancel={() => setConfirming(null)}
      />
    </>
  )
}

function PendingChanges() {
  const { t } = useTranslation(['settings', 'common'])
  const { pending, flush } = useUnit({ pending: $pendingCount, flush: flushRequested })
  return (
    <SettingRow label={t('data.pending.label')} hint={t('data.pending.words')}>
      <span>{pending === 0 ? t('common:state.none') : t('common:state.pending', { count: pending })}</span>
      {pending > 0 && <Button onClick={() => flush()}>{t('data.sendNow')}</Button>}
    </SettingRow>
  )
}

const KEY = ['data', 'consent']

/** Whether the server may store which functions the user uses, here and in other apps. This reader sends nothing without it. */
function UsageConsent() {
  const { t } = useTranslation(['settings', 'errors'])
  const { services, received } = useUnit({ services: $services, received: usageConsentReceived })
  const { api } = services
  const client = useQueryClient()
  const consent = useQuery({ queryKey: KEY, queryFn: async () => (await api.data.consent({})).data })
  const change = useMutation({
    mutationFn: (allowed: boolean) => api.data.setConsent({ allowed }),
    onSuccess: (_, allowed) => received(allowed),
    onError: (error) => toastError(errorMessage(error, t)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  if (!consent.data) return null
  const { data } = consent
  return (
    <div className="setting" data-setting="usageConsent">
      <Switch
        label={t('data.usage.label')}
        hint={`${t('data.usage.words')} ${t('data.usage.stored', { count: data.kept })}`}
        checked={change.isPending ? change.variables : data.allowed}
        onChange={(next) => change.mutate(next)}
      />
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $persistence } from '../../model/network/index.ts'
import { $general } from '../../model/settings/index.ts'
import { Button, useTranslation } from '../../ui/index.ts'
import { formatBytes } from '../../ui/format/bytes.ts'
import { memoryReasonMessage } from '../shared/error-message/index.ts'
import { SettingRow } from './controls/index.ts'

const KEY = ['storage', 'estimate']

/** How much this browser stores, and whether it may delete that when space runs short. */
export function StorageUse() {
  const { t, i18n } = useTranslation('settings')
  const { persistence, general } = useUnit({ persistence: $persistence, general: $general })
  const client = useQueryClient()
  const storage = useQuery({
    queryKey: KEY,
    queryFn: async () => ({
      estimate: await navigator.storage.estimate(),
      isProtected: await navigator.storage.persisted(),
    }),
    staleTime: 0,
    retry: false,
  })
  const protect = async () => {
    await navigator.storage.persist()
    await client.invalidateQueries({ queryKey: KEY })
  }
  const used = storage.data?.estimate.usage
  const quota = storage.data?.estimate.quota ?? used
  const isProtected = storage.data?.isProtected ?? false
  const stored = general.dataPersist
    ? persistence.stored
      ? t('data.persisted')
      : t('data.memoryOnly', {
          reason: persistence.reason ? memoryReasonMessage(persistence.reason, t) : t('data.noPersistence'),
        })
    : t('data.turnedOff')
  return (
    <>
      <SettingRow label={t('data.storage.label')} hint={t('data.storage.words')}>
        <span>
          {used === undefined || quota === undefined
            ? t('data.storageUnknown')
            : t('data.storageOf', {
                used: formatBytes(used, i18n),
                quota: formatBytes(quota, i18n),
              })}
        </span>
        <span className="ui-field-hint">{stored}</span>
      </SettingRow>
      {!storage.isError && (
        <div data-setting="protectStorage">
          <SettingRow label={t('data.protect.label')} hint={t('data.protect.words')}>
            {isProtected ? (
              <span>{t('data.protect.done')}</span>
            ) : (
              <Button disabled={storage.isPending} onClick={() => void protect()}>
                {t('data.protect.button')}
              </Button>
            )}
          </SettingRow>
        </div>
      )}
    </>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { Switch, toastError, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'

const KEY = ['data', 'consent']

/** Whether the server may store the usage events that other apps send for this account. This reader sends none. */
export function UsageConsent() {
  const { t } = useTranslation(['settings', 'errors'])
  const { api } = useUnit($services)
  const client = useQueryClient()
  const consent = useQuery({ queryKey: KEY, queryFn: async () => (await api.data.consent({})).data })
  const change = useMutation({
    mutationFn: (allowed: boolean) => api.data.setConsent({ allowed }),
    onError: (error) => toastError(errorMessage(error, t)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  if (!consent.data) return null
  const { allowed, kept } = consent.data
  return (
    <div className="setting" data-setting="usageConsent">
      <Switch
        label={t('data.usage.label')}
        hint={`${t('data.usage.words')} ${t('data.usage.stored', { count: kept })}`}
        checked={change.isPending ? change.variables : allowed}
        onChange={(next) => change.mutate(next)}
      />
    </div>
  )
}

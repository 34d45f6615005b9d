import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { usageConsentReceived } from '../../model/usage-consent.ts'
import { Switch, toastError, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

const KEY = ['data', 'consent']

/** Whether the server may store which functions the user uses, here and in other apps. This reader sends nothing without it. */
export function UsageConsent() {
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

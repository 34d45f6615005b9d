import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { $services } from '../../model/services.ts'
import { settingsRequested } from '../../model/settings/index.ts'
import { subscriptionsRequested, countsRequested } from '../../model/subscriptions/index.ts'
import { infoNotified } from '../../model/app/events.ts'
import { Button, Notice, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { RequestFields, type RequestSettings, type RequestValues } from './request-fields.tsx'

type RequestSectionProps = {
  readonly feedId: string
  readonly onClose: () => void
}

/** How the server requests the feed, folded: most feeds need none of it. */
export function RequestSection(props: RequestSectionProps) {
  const { t } = useTranslation('app')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="feed-request" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('subscription.request.title')}</summary>
      {isOpen && <LoadedForm {...props} />}
    </details>
  )
}

function LoadedForm(props: RequestSectionProps) {
  const { t } = useTranslation('app')
  const { api } = useUnit($services)
  const { feedId } = props
  const query = useQuery({
    queryKey: ['feeds', 'request', feedId],
    queryFn: async () => (await api.feedRequests.get({ id: feedId })).data,
    staleTime: 0,
  })
  if (query.isPending) return <SkeletonText lines={3} />
  if (query.isError)
    return <RetryNotice onRetry={() => query.refetch()}>{t('subscription.request.failed')}</RetryNotice>
  return <RequestForm {...props} stored={query.data} />
}

function RequestForm({
  feedId,
  onClose,
  stored,
}: RequestSectionProps & { readonly stored: RequestSettings }) {
  const { t } = useTranslation(['app', 'errors'])
  const { api } = useUnit($services)
  const queries = useQueryClient()
  const notify = useUnit({ subscriptionsRequested, countsRequested, settingsRequested, infoNotified })
  const { hasPassword: _password, hasCookie: _cookie, ...settings } = stored
  const [values, setValues] = useState<RequestValues>(settings)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    setProblem(null)
    try {
      const { data } = await api.feedRequests.update({ id: feedId, ...values })
      // The settings of the feed follow to the one of the user's own.
      if (data.feedId !== feedId) notify.settingsRequested()
      void queries.invalidateQueries({ queryKey: ['feeds'] })
      notify.subscriptionsRequested()
      notify.countsRequested()
      notify.infoNotified({ key: 'app:subscription.request.saved' })
      onClose()
    } catch (failure) {
      setProblem(errorMessage(failure, t))
      setIsSaving(false)
    }
  }
  return (
    <form className="ui-stack" onSubmit={(event) => void save(event)}>
      <p className="feed-request-hint">{t('subscription.request.hint')}</p>
      <RequestFields values={values} stored={stored} onChange={setValues} />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button type="submit" busy={isSaving}>
        {t('subscription.request.save')}
      </Button>
    </form>
  )
}

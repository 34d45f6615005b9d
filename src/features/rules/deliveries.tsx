import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { Output } from '../../contract/calls.ts'
import { pluginActionText } from '../../contract/rule-conditions.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, RelativeTime, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, refusalSentence, RetryNotice } from '../shared/error-message/index.ts'
import { useActionTitle } from './use-action-title.ts'
import { usePluginName } from './use-rule-providers.ts'

type Delivery = Output<'actions.deliveries'>['data'][number]

/** What rules last sent to webhooks and did by plugins, and the secret that signs webhooks. */
export function Deliveries() {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const { api } = useUnit($services)
  const pluginName = usePluginName()
  const actionTitle = useActionTitle()
  const deliveries = useQuery({
    queryKey: ['actions', 'deliveries'],
    queryFn: async () => (await api.actions.deliveries({})).data,
    staleTime: 0,
  })
  const targetOf = ({
    url,
    plugin,
    action,
    operand,
  }: Pick<Delivery, 'url' | 'plugin' | 'action' | 'operand'>) => {
    if (plugin === null) return url
    return action === null
      ? pluginName(plugin)
      : actionTitle(pluginActionText({ plugin, name: action, value: operand }))
  }
  if (deliveries.isPending) return <SkeletonText lines={3} />
  if (deliveries.isError)
    return <RetryNotice onRetry={() => deliveries.refetch()}>{errorMessage(deliveries.error, t)}</RetryNotice>
  return (
    <>
      <Secret />
      {deliveries.data.length === 0 ? (
        <p className="rules-hint">{t('rules.deliveries.none')}</p>
      ) : (
        <>
          <Button size="small" onClick={() => void deliveries.refetch()} busy={deliveries.isFetching}>
            {t('rules.deliveries.refresh')}
          </Button>
          <div
            className="rule-deliveries"
            role="region"
            aria-label={t('rules.deliveries.title')}
            tabIndex={0}
          >
            <table className="ui-table">
              <thead>
                <tr>
                  <th scope="col">{t('rules.deliveries.time')}</th>
                  <th scope="col">{t('rules.deliveries.address')}</th>
                  <th scope="col">{t('rules.deliveries.state')}</th>
                </tr>
              </thead>
              <tbody>
                {deliveries.data.map(
                  ({
                    id,
                    url,
                    plugin,
                    action,
                    operand,
                    state,
                    status,
                    attempts,
                    message,
                    words,
                    updatedAt,
                  }) => (
                    <tr key={id} data-state={state}>
                      <td>
                        <RelativeTime at={updatedAt} />
                      </td>
                      <td>{targetOf({ url, plugin, action, operand })}</td>
                      <td>
                        {t(`rules.deliveries.states.${state}`)}
                        {status !== null && ` · HTTP ${status}`}
                        {attempts > 1 && ` · ${t('rules.deliveries.attempts', { count: attempts })}`}
                        {message !== null && <span className="rules-hint">{message}</span>}
                        {plugin !== null && words !== null && (
                          <span className="rules-hint">{refusalSentence(plugin, words)}</span>
                        )}
                      </td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  )
}

function Secret() {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const { services, copy } = useUnit({ services: $services, copy: textCopied })
  const { api } = services
  const client = useQueryClient()
  const [isShown, setShown] = useState(false)
  const queryKey = ['actions', 'webhook-secret']
  const read = useQuery({
    queryKey,
    queryFn: async () => (await api.actions.webhookSecret({})).data.secret,
    enabled: isShown,
    gcTime: 0,
  })
  const renew = useMutation({
    mutationFn: async () => (await api.actions.renewWebhookSecret({})).data.secret,
    onSuccess: (secret) => client.setQueryData(queryKey, secret),
  })
  const secret = read.data ?? null
  const error = read.error ?? renew.error
  return (
    <div className="rule-secret">
      <p className="rules-hint">{t('rules.deliveries.secretHint')}</p>
      {isShown && secret !== null && <code>{secret}</code>}
      {isShown && secret === null && !read.isFetching && error === null && (
        <p>{t('rules.deliveries.noSecret')}</p>
      )}
      {error !== null && <Notice tone="danger">{errorMessage(error, t)}</Notice>}
      <div className="dry-run-bar">
        <Button size="small" busy={isShown && read.isFetching} onClick={() => setShown(!isShown)}>
          {isShown ? t('rules.deliveries.hideSecret') : t('rules.deliveries.showSecret')}
        </Button>
        {isShown && secret !== null && (
          <>
            <Button size="small" onClick={() => copy(secret)}>
              {t('common:action.copy')}
            </Button>
            <Button size="small" busy={renew.isPending} onClick={() => renew.mutate()}>
              {t('rules.deliveries.renewSecret')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

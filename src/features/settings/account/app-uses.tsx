import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { TokenUse } from '../../../contract/token-uses.ts'
import { $pluginTexts, pluginTextsRequested } from '../../../model/plugins/index.ts'
import { $services } from '../../../model/services.ts'
import { Button, SkeletonText, toastError, useTranslation, type Translation } from '../../../ui/index.ts'
import { errorMessage, RetryNotice } from '../../shared/error-message/index.ts'
import { Row } from './row.tsx'
import { useDay } from './use-day.ts'

type AppUsesProps = {
  /** What the server did by the settings of feeds, instead of what apps did. */
  readonly byAge?: boolean
}

/** What apps have changed with their passwords and plugins by rules, or the server by the age of entries, the newest first, with its undo. */
export function AppUses({ byAge = false }: AppUsesProps) {
  const { t } = useTranslation(['settings', 'errors'])
  const { request } = useUnit({ request: pluginTextsRequested, loaded: $pluginTexts })
  useEffect(() => request(), [request])
  const { api } = useUnit($services)
  const day = useDay()
  const list = useQuery({
    queryKey: ['token-uses'],
    queryFn: async () => (await api.tokenUses.list({ changes: 'true' })).data,
  })
  const nameOf = ({ entrance, token }: TokenUse) =>
    entrance === 'plugin' ? t(`${token}:name`, { defaultValue: token }) : token
  const undo = ({ id }: TokenUse) =>
    void api.tokenUses.undo({ id }).then(
      () => list.refetch(),
      (failure: unknown) => void toastError(errorMessage(failure, t)),
    )
  if (list.isPending) return <SkeletonText lines={2} />
  if (list.isError)
    return (
      <RetryNotice onRetry={() => list.refetch()}>
        {t('account.uses.failed', { reason: errorMessage(list.error, t) })}
      </RetryNotice>
    )
  const uses = list.data.filter(({ entrance }) => (entrance === 'ageing') === byAge)
  if (uses.length === 0)
    return <p className="ui-field-hint">{t(byAge ? 'account.uses.noneByAge' : 'account.uses.none')}</p>
  return (
    <ul className="settings-rows">
      {uses.map((use) => (
        <Row
          key={use.id}
          title={byAge ? t('account.uses.byAge', { feed: use.token, count: use.count }) : textOfUse(use, t)}
          detail={
            byAge
              ? day(use.at)
              : [nameOf(use), t(`account.uses.entrance.${use.entrance}`), day(use.at)].join(' · ')
          }
        >
          {use.undo === 'possible' && (
            <Button size="small" onClick={() => undo(use)}>
              {t('account.uses.undo')}
            </Button>
          )}
          {use.undo === 'done' && <span className="ui-field-hint">{t('account.uses.undone')}</span>}
        </Row>
      ))}
    </ul>
  )
}

/** Changes of one kind have one text. */
const KINDS = {
  'reads.mark': 'read',
  'reads.markAll': 'read',
  'reads.unmark': 'unread',
  'reads.unmarkAll': 'unread',
  'collections.add': 'star',
  'collections.remove': 'unstar',
  'plugins.call': 'save',
  subscriptions: 'feeds',
  categories: 'feeds',
  actions: 'rules',
  labels: 'labels',
  highlights: 'highlights',
  lists: 'lists',
  inboxes: 'inboxes',
} as const

/** What an app did, in words. */
function textOfUse({ call, count }: TokenUse, t: Translation['t']): string {
  // The id of a plugin's command has a colon, the name of a call has none.
  if (call.includes(':')) return t('account.uses.did.command', { command: call })
  const kinds: Readonly<Record<string, (typeof KINDS)[keyof typeof KINDS]>> = KINDS
  const kind = kinds[call] ?? kinds[call.split('.')[0] ?? ''] ?? 'other'
  return t(`account.uses.did.${kind}`, { count })
}

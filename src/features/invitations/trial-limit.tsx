import { useUnit } from 'effector-react'
import { dialogOpened } from '../../model/layout/index.ts'
import { $configs, $role } from '../../model/session/index.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Button, Notice, useTranslation } from '../../ui/index.ts'

/** How much of a limit a user on trial has used, told before it is reached; nothing for other users. */
export function TrialLimit({ of: kind }: { readonly of: 'feeds' | 'lists' }) {
  const { t } = useTranslation('app')
  const { role, configs, subscriptions, opened } = useUnit({
    role: $role,
    configs: $configs,
    subscriptions: $subscriptions,
    opened: dialogOpened,
  })
  if (role !== 'trial' || configs === null) return null
  const max =
    kind === 'feeds' ? configs.MAX_TRIAL_USER_FEED_SUBSCRIPTION : configs.MAX_TRIAL_USER_LIST_SUBSCRIPTION
  const used = [...subscriptions.values()].filter(({ feedId, listId }) =>
    kind === 'feeds' ? feedId : listId,
  ).length
  return (
    <Notice
      tone={used < max ? 'quiet' : 'warning'}
      actions={
        <Button size="small" onClick={() => opened({ id: 'invitation' })}>
          {t('invitation.activate')}
        </Button>
      }
    >
      {t(`invitation.limit.${kind}`, { used, max })}
    </Notice>
  )
}

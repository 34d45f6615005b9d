import { useUnit } from 'effector-react'
import { registry } from '../../model/app/registry.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $counts, $inboxes } from '../../model/subscriptions/index.ts'
import {
  AddIcon,
  Badge,
  Button,
  EditIcon,
  EmptyState,
  IconButton,
  InboxIcon,
  useTranslation,
} from '../../ui/index.ts'
import { useInboxDomain } from './use-inbox-domain.ts'

/** The user's inboxes with their addresses. */
export function InboxList() {
  const { t } = useTranslation(['sources', 'common'])
  const { inboxes, counts, open, invoke } = useUnit({
    inboxes: $inboxes,
    counts: $counts,
    open: dialogOpened,
    invoke: registry.commandInvoked,
  })
  const domain = useInboxDomain()
  const create = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => open({ id: 'create-inbox' })}>
      {t('inbox.createTitle')}
    </Button>
  )
  if (inboxes.size === 0)
    return (
      <EmptyState
        icon={<InboxIcon />}
        title={t('inbox.none')}
        description={t('inbox.words')}
        actions={create}
      />
    )
  return (
    <section className="source-list" aria-label={t('inbox.plural')}>
      <ul>
        {[...inboxes.values()].map(({ id, title }) => (
          <li key={id}>
            <InboxIcon aria-hidden="true" />
            <button
              type="button"
              className="source-name"
              onClick={() =>
                invoke({ id: 'go:subscription', source: 'button', args: { subscription: `inbox/${id}` } })
              }
            >
              <span>{title || id}</span>
              <span className="ui-field-hint">{domain ? `${id}@${domain}` : id}</span>
            </button>
            <Badge
              count={counts.get(id) ?? 0}
              label={t('common:noun.unread', { count: counts.get(id) ?? 0 })}
            />
            <IconButton
              label={t('editOne', { title: title || id })}
              icon={<EditIcon />}
              onClick={() => open({ id: 'edit-inbox', props: { handle: id } })}
            />
          </li>
        ))}
      </ul>
      {create}
    </section>
  )
}

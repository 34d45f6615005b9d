import { useUnit } from 'effector-react'
import { views } from '../../contract/views.ts'
import { $view } from '../../model/location/index.ts'
import { $viewTabs } from '../../model/subscriptions/index.ts'
import { $nextUnread } from '../../model/subscriptions/unread-sources.ts'
import { Badge, DoneIcon, EmptyState, Kbd, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'
import { Hint } from './hint.tsx'

/** In place of a list of unread entries that has none. */
export function AllRead() {
  const { t } = useTranslation()
  const next = useNextUnread()
  return (
    <div className="all-read">
      <EmptyState
        icon={<DoneIcon />}
        title={t('timeline.allRead')}
        description={t(next ? 'timeline.allReadNext' : 'timeline.allReadEverywhere')}
        actions={next && <NextUnread {...next} />}
        hint={
          <>
            <Hint id="timeline:refetch" />
            <Hint id="timeline:unread-only" text={t('timeline.showAll')} />
          </>
        }
      />
    </div>
  )
}

/** The same below a list whose entries have all been read. */
export function AllReadFoot() {
  const { t } = useTranslation()
  const next = useNextUnread()
  return (
    <div className="timeline-foot">
      <span className="all-read-words">
        <DoneIcon aria-hidden="true" /> {t('timeline.allRead')}
      </span>
      {next && <NextUnread {...next} />}
    </div>
  )
}

type Next = { readonly command: string; readonly title: string; readonly unread: number }

/** Where unread entries are next: in another feed of the view, else in another view. */
function useNextUnread(): Next | null {
  const { t } = useTranslation()
  const { feed, tabs, view } = useUnit({ feed: $nextUnread, tabs: $viewTabs, view: $view })
  if (feed) return { command: 'subscription:next-unread', title: feed.title, unread: feed.unread }
  const tab = [...tabs.slice(view + 1), ...tabs.slice(0, view)].find(({ unread }) => unread > 0)
  if (!tab) return null
  const name = views[tab.view]
  return {
    command: `subscription:switch-tab-to-${name}`,
    title: t(`common:view.${name}`),
    unread: tab.unread,
  }
}

function NextUnread({ command, title, unread }: Next) {
  const { t } = useTranslation()
  const keys = useCommandPresentation()(command)?.keys
  return (
    <button type="button" className="next-unread" data-command-id={command}>
      {keys && <Kbd keys={keys} />}
      <span className="next-unread-title" dir="auto">
        {title}
      </span>
      <Badge count={unread} label={t('common:noun.unread', { count: unread })} />
    </button>
  )
}

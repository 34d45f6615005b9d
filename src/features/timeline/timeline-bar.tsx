import { useUnit } from 'effector-react'
import { memo } from 'react'
import { $feedCheck } from '../../model/feed-checks/index.ts'
import { $layout, focusRequested } from '../../model/layout/index.ts'
import { $source, $view } from '../../model/location/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { $subscriptionIndex, $visibleCounts, $tree } from '../../model/subscriptions/index.ts'
import { $unreadOnly } from '../../model/timeline/index.ts'
import { Badge, IconButton, SidebarIcon, useTranslation } from '../../ui/index.ts'
import { CommandButton } from '../shared/command-presentation/index.ts'
import { ReadingProgress } from './reading-progress.tsx'
import { locationTitle, locationUnread } from './location-title.ts'

const $isChecking = $feedCheck.map((check) => check !== null)
const $showsCounts = $appearance.map(({ sidebarShowUnreadCount }) => sidebarShowUnreadCount)

/** Title and unread count of the list, and commands for the whole list. */
export const TimelineBar = memo(function TimelineBar() {
  const { t } = useTranslation()
  const { view, source, followed, counts, tree, unreadOnly, layout, showsCounts, isChecking, focus } =
    useUnit({
      view: $view,
      source: $source,
      followed: $subscriptionIndex,
      counts: $visibleCounts,
      tree: $tree,
      unreadOnly: $unreadOnly,
      layout: $layout,
      showsCounts: $showsCounts,
      isChecking: $isChecking,
      focus: focusRequested,
    })
  const location = { view, source }
  const unread = locationUnread(location, counts, tree)
  const name = locationTitle(location, followed, tree, t)
  const hidden = !layout.subscriptionColumn
  return (
    <header className="pane-bar timeline-bar">
      <span className="timeline-back" data-always={hidden || undefined}>
        <IconButton
          label={t('timeline.toSubscriptions')}
          icon={<SidebarIcon />}
          onClick={() => focus('subscription-list')}
        />
      </span>
      <h1 className="timeline-title">{name}</h1>
      {source.kind === 'reading-list' ? (
        <ReadingProgress />
      ) : (
        showsCounts && <Badge count={unread} label={t('common:noun.unread', { count: unread })} />
      )}
      <span className="bar-gap" />
      <CommandButton
        id="timeline:unread-only"
        icon="filter"
        pressed={unreadOnly}
        label={t(unreadOnly ? 'timeline.showAll' : 'timeline.showUnread')}
      />
      <CommandButton id="timeline:refetch" icon="refresh" busy={isChecking} />
      <CommandButton id="subscription:mark-all-as-read" icon="mark-all-read" />
    </header>
  )
})

import { useStoreMap, useUnit } from 'effector-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { $followed, $layout, $place, $tree, $unreadOnly, $viewTabs, focusAsked } from '../../model/index.ts'
import { Badge, IconButton, SidebarIcon } from '../../ui/index.ts'
import { CommandButton } from '../command-face/index.ts'
import { placeName, placeUnread } from './place-words.ts'

/** What is listed, how much of it is unread, and the few things done to the whole list. */
export const TimelineBar = memo(function TimelineBar() {
  const { t } = useTranslation()
  const { followed, tree, tabs, unreadOnly, layout, focus } = useUnit({
    followed: $followed,
    tree: $tree,
    tabs: $viewTabs,
    unreadOnly: $unreadOnly,
    layout: $layout,
    focus: focusAsked,
  })
  // Another entry of the same place is no reason to draw the bar anew.
  const source = useStoreMap({ store: $place, keys: [], fn: (place) => place.source })
  const view = useStoreMap({ store: $place, keys: [], fn: (place) => place.view })
  const place = { view, source, entryId: null }
  const unread = placeUnread(place, followed, tree, tabs)
  const name = placeName(place, followed, t)
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
      <Badge count={unread} label={t('common:noun.unread', { count: unread })} />
      <span className="bar-gap" />
      <CommandButton
        id="timeline:unread-only"
        icon="filter"
        pressed={unreadOnly}
        label={t(unreadOnly ? 'timeline.showAll' : 'timeline.showUnread')}
      />
      <CommandButton id="timeline:refetch" icon="refresh" />
      <CommandButton id="subscription:mark-all-as-read" icon="mark-all-read" />
    </header>
  )
})

import { useUnit } from 'effector-react'
import { useTranslation } from 'react-i18next'
import { views } from '../../contract/views.ts'
import { $layout, $place, $tree, $unreadOnly, focusAsked, sourceKey } from '../../model/index.ts'
import { Badge, FilterIcon, IconButton, MarkAllReadIcon, RefreshIcon, SidebarIcon } from '../../ui/index.ts'
import { CommandButton } from '../command-face/index.ts'

/** What is listed, how much of it is unread, and the few things done to the whole list. */
export function TimelineBar() {
  const { t } = useTranslation()
  const { place, tree, unreadOnly, layout, focus } = useUnit({
    place: $place,
    tree: $tree,
    unreadOnly: $unreadOnly,
    layout: $layout,
    focus: focusAsked,
  })
  const row = tree.find((one) => one.id === sourceKey(place.source))
  const name =
    place.source.kind === 'all' || !row
      ? t(
          place.source.kind === 'collections'
            ? 'common:place.collections'
            : `common:view.${views[place.view]}`,
        )
      : row.title
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
      {row && <Badge count={row.unread} label={t('common:noun.unread', { count: row.unread })} />}
      <span className="bar-gap" />
      <CommandButton
        id="timeline:unread-only"
        icon={<FilterIcon />}
        pressed={unreadOnly}
        label={t(unreadOnly ? 'timeline.showAll' : 'timeline.showUnread')}
      />
      <CommandButton id="timeline:refetch" icon={<RefreshIcon />} />
      <CommandButton id="subscription:mark-all-as-read" icon={<MarkAllReadIcon />} />
    </header>
  )
}

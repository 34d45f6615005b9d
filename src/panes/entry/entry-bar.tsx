import { useUnit } from 'effector-react'
import { useTranslation } from 'react-i18next'
import {
  $currentEntry,
  $currentEntryId,
  $place,
  $readerView,
  $appearance,
  focusAsked,
} from '../../model/index.ts'
import { $pluginToolbarItems } from '../../model/toolbar/index.ts'
import {
  Icon,
  IconButton,
  Menu,
  MoreIcon,
  PreviousIcon,
  ReaderViewIcon,
  ReadIcon,
  StarIcon,
  UnreadIcon,
} from '../../ui/index.ts'
import { CommandButton, commandMenu, useCommandFaces } from '../command-face/index.ts'
import { toolbarOrder } from './toolbar-order.ts'

/** The deeds on the open entry, in the person's order; what does not fit or matter as much hangs under the last button. */
export function EntryBar() {
  const { t } = useTranslation()
  const { entry, id, place, plugins, readerView, appearance, focus } = useUnit({
    entry: $currentEntry,
    id: $currentEntryId,
    place: $place,
    plugins: $pluginToolbarItems,
    readerView: $readerView,
    appearance: $appearance,
    focus: focusAsked,
  })
  const faceOf = useCommandFaces()
  if (id === null)
    return (
      <header className="pane-bar entry-bar">
        <BackButton label={t('entry.back')} onClick={() => focus('timeline')} />
      </header>
    )
  const { main, more } = toolbarOrder(appearance.toolbarOrder, plugins, {
    hasUrl: Boolean(entry?.head.url),
    starred: place.source.kind === 'collections',
    photos: entry?.head.media.filter((one) => one.type === 'photo').length ?? 0,
    inbox: place.source.kind === 'inbox',
    view: place.view,
    list: place.source.kind === 'list',
  })
  return (
    <header className="pane-bar entry-bar" role="toolbar" aria-label={t('entry.toolbar')}>
      <BackButton label={t('entry.back')} onClick={() => focus('timeline')} />
      <CommandButton id="entry-render:previous-entry" icon={<Icon name="up" />} />
      <CommandButton id="entry-render:next-entry" icon={<Icon name="open-menu" />} />
      <span className="bar-gap" />
      {main.map((command) => {
        if (command === 'entry:read')
          return (
            <CommandButton
              key={command}
              id={command}
              icon={entry?.status.read ? <ReadIcon /> : <UnreadIcon />}
              label={t(entry?.status.read ? 'entry.markUnread' : 'entry.markRead')}
            />
          )
        if (command === 'entry:star')
          return (
            <CommandButton
              key={command}
              id={command}
              icon={<StarIcon data-fill />}
              pressed={(entry?.status.starredAt ?? null) !== null}
            />
          )
        if (command === 'entry:ability')
          return (
            <CommandButton
              key={command}
              id={command}
              icon={<ReaderViewIcon />}
              pressed={readerView}
              busy={readerView && entry?.body.readability.status === 'loading'}
            />
          )
        const plugin = plugins.find((item) => item.command === command)
        return (
          <CommandButton
            key={command}
            id={command}
            {...(plugin ? { icon: <Icon name={plugin.icon} /> } : {})}
          />
        )
      })}
      <Menu
        align="end"
        label={t('entry.more')}
        items={commandMenu(more, faceOf)}
        trigger={<IconButton label={t('entry.more')} icon={<MoreIcon />} />}
      />
    </header>
  )
}

/** Only where the entry covers the list (see the styles). */
const BackButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <span className="entry-back">
    <IconButton label={label} icon={<PreviousIcon />} onClick={onClick} />
  </span>
)

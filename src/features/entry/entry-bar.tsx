import { useStoreMap, useUnit } from 'effector-react'
import { memo, useMemo } from 'react'
import { $currentEntry, $currentEntryId, $readerView, type CurrentEntry } from '../../model/entries/index.ts'
import { focusRequested } from '../../model/layout/index.ts'
import { $source, $view } from '../../model/location/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { IconButton, Menu, MoreIcon, PreviousIcon, useTranslation } from '../../ui/index.ts'
import { CommandButton, commandMenu, useCommandPresentation } from '../shared/command-presentation/index.ts'
import type { ToolbarItem, ToolbarItemState } from '../feature.ts'
import { $sourceView } from '../../model/reading/index.ts'
import { $toolbarItems, $toolbarItemStates } from '../registry.ts'
import { useNarrowWindow, useWideWindow } from './window-widths.ts'
import { separated, toolbarOrder, type ToolbarOrder } from './toolbar-order.ts'

/** Commands on the open entry, in the user's order; the others are in the menu of the last button. */
export const EntryBar = memo(function EntryBar() {
  const { t } = useTranslation()
  const { plugins, states, readerView, sourceView, appearance, focus } = useUnit({
    plugins: $toolbarItems,
    states: $toolbarItemStates,
    sourceView: $sourceView,
    readerView: $readerView,
    appearance: $appearance,
    focus: focusRequested,
  })
  const open = useStoreMap({ store: $currentEntryId, keys: [], fn: (id) => id !== null })
  const read = useEntry((entry) => entry?.status.read ?? false)
  const starred = useEntry((entry) => (entry?.status.starredAt ?? null) !== null)
  const loading = useEntry((entry) => entry?.content.readability.status === 'loading')
  const isWide = useWideWindow()
  /** The forms of the text are alike as icons: where there is room, their buttons say which they are. */
  const named = (word: string) => (isWide ? { word } : { label: word })
  const { main, more } = useToolbar(plugins, states, appearance.toolbarOrder)
  const back = <BackButton label={t('entry.back')} onClick={() => focus('timeline')} />
  if (!open) return <div className="pane-bar entry-bar">{back}</div>
  return (
    <div className="pane-bar entry-bar" role="toolbar" aria-label={t('entry.toolbar')}>
      {back}
      <CommandButton id="entry-render:previous-entry" icon="up" />
      <CommandButton id="entry-render:next-entry" icon="open-menu" />
      <span className="bar-gap" />
      {main.map((command) => {
        if (command === 'entry:read')
          return (
            <CommandButton
              key={command}
              id={command}
              icon={read ? 'read' : 'unread'}
              label={t(read ? 'entry.markUnread' : 'entry.markRead')}
            />
          )
        if (command === 'entry:star')
          return <CommandButton key={command} id={command} icon="star" pressed={starred} />
        if (command === 'entry:view-source-content')
          return (
            <CommandButton
              key={command}
              id={command}
              icon="source"
              {...named(t('reading.originalPage'))}
              pressed={sourceView}
            />
          )
        if (command === 'entry:ability')
          return (
            <CommandButton
              key={command}
              id={command}
              icon="reader-view"
              {...named(t('reading.readerView'))}
              pressed={readerView}
              busy={readerView && loading}
            />
          )
        const icon = plugins.find((item) => item.command === command)?.icon
        const { pressed, busy } = states.get(command) ?? {}
        return (
          <CommandButton
            key={command}
            id={command}
            {...(icon ? { icon } : {})}
            {...(pressed === undefined ? {} : { pressed })}
            {...(busy === undefined ? {} : { busy })}
          />
        )
      })}
      <MoreMenu ids={more} />
    </div>
  )
})

/** One property of the open entry: the bar renders only when it changes, not with every entry. */
const useEntry = <T extends string | number | boolean>(fact: (entry: CurrentEntry | null) => T): T =>
  useStoreMap({ store: $currentEntry, keys: [], fn: fact })

function useToolbar(
  plugins: readonly ToolbarItem[],
  states: ReadonlyMap<string, ToolbarItemState>,
  order: ToolbarOrder,
): ToolbarOrder {
  const source = useUnit($source).kind
  const view = useUnit($view)
  const hasUrl = useEntry((entry) => Boolean(entry?.summary.url))
  const photos = useEntry((entry) => entry?.summary.media.filter((one) => one.type === 'photo').length ?? 0)
  const readerForced = useEntry((entry) => entry?.summary.settings?.readability ?? false)
  const narrow = useNarrowWindow()
  return useMemo(
    () =>
      toolbarOrder(order, plugins, {
        hasUrl,
        photos,
        view,
        readerForced,
        inbox: source === 'inbox',
        list: source === 'list',
        narrow,
        hidden: (command) => states.get(command)?.hidden === true,
      }),
    [order, plugins, states, hasUrl, photos, view, source, readerForced, narrow],
  )
}

const MoreMenu = memo(function MoreMenu({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation()
  const faceOf = useCommandPresentation()
  return (
    <Menu
      align="end"
      label={t('entry.more')}
      items={commandMenu(separated(ids), faceOf)}
      trigger={<IconButton label={t('entry.more')} icon={<MoreIcon />} />}
    />
  )
})

/** Only where the entry covers the list (see the styles). */
const BackButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => void }) => (
  <span className="entry-back">
    <IconButton label={label} icon={<PreviousIcon />} onClick={onClick} />
  </span>
)

/** Commands of the menus of rows, in order; '-' is a separator. Context menus and the palette show the same ones. */
import type { Command } from '../../core/index.ts'
import type { LocationSource } from '../location/index.ts'

/** The menu of an entry. */
export const entryMenu: readonly string[] = [
  'entry:read',
  'entry:star',
  'entry:label',
  'entry:note',
  '-',
  'entry:read-above',
  'entry:read-below',
  'entry:read-day',
  'entry:separate-story',
  '-',
  'entry:mute-author',
  'entry:mute-word',
  '-',
  'entry:open-in-browser',
  'entry:copy-link',
  'entry:copy-title',
  'entry:share',
  '-',
  'entry:why',
  'entry:who-read',
]
/** The most frequent commands on an entry: the first rows of the palette. */
export const entryVerbs: readonly string[] = [
  'entry:read',
  'entry:star',
  'entry:label',
  'entry:note',
  'entry:open-in-browser',
  'entry:copy-link',
  'entry:share',
]
type Commands = ReadonlyMap<string, Command>

/** Commands of one plugin in a menu. */
const MAX_ADDED = 5

/** Commands that add themselves to a menu, in groups: those of each plugin, and all that save entries. */
function addedGroups(
  commands: Commands,
  isAdded: (command: Command) => boolean | undefined,
): readonly string[] {
  const groups = Map.groupBy([...commands.values()].filter(isAdded), ({ group, plugin }) =>
    group === 'integration' ? group : plugin,
  )
  return [...groups].flatMap(([group, added]) => [
    '-',
    ...added.slice(0, group === 'integration' ? undefined : MAX_ADDED).map(({ id }) => id),
  ])
}

/** The menu of an entry with what plugins add. @param isMail it is in an inbox */
export function menuOfEntry(commands: Commands, isMail = false): readonly string[] {
  const added = addedGroups(commands, ({ inEntryMenu }) => inEntryMenu)
  if (!isMail) return [...entryMenu, ...added]
  const ofMail = ['-', 'entry:unsubscribe', 'entry:delete']
  return [...entryMenu.filter((id) => id !== 'entry:who-read'), ...added, ...ofMail]
}

const feedMenu = [
  'subscription:mark-as-read',
  'subscription:refresh',
  '-',
  'subscription:edit',
  'subscription:rename',
  'subscription:move',
  'list:add-feeds',
  'subscription:mark-read-when',
  'subscription:copy-url',
  'subscription:copy-public-url',
  'subscription:open-in-browser',
  'subscription:open-site-in-browser',
  'subscription:why',
  '-',
  'rules:new-from-feed',
  'subscription:claim',
  'subscription:find-replacement',
  '-',
  'subscription:unfollow',
]
/** Keys that run an item of an open menu, besides the arrows (client-facts 5). */
export const menuKeys: Readonly<Record<string, string>> = { 'subscription:claim': 'c' }

const labelMenu = ['label:rename', 'label:nest', 'label:recolor', '-', 'label:delete']

const folderMenu = [
  'subscription:mark-as-read',
  'subscription:toggle-folder-collapse',
  '-',
  'subscription:edit-folder',
  'subscription:move',
  'subscription:sort-by-name',
  'list:add-feeds',
  'subscription:delete-folder',
  'subscription:unfollow',
]
const listMenu = [
  'subscription:mark-as-read',
  '-',
  'list:edit',
  'list:navigate-to',
  'list:copy-url',
  'subscription:copy-public-url',
  'list:copy-id',
  '-',
  'list:unfollow',
]
/** The owner's commands, too. */
const ownListMenu = listMenu.flatMap((id) => {
  if (id === 'list:edit') return [id, 'list:manage-feeds']
  return id === 'list:unfollow' ? [id, 'list:delete'] : id
})
const inboxMenu = [
  'subscription:mark-as-read',
  '-',
  'inbox:edit',
  'inbox:rename',
  'inbox:copy-address',
  '-',
  'inbox:delete',
]
const searchMenu = ['search:open', '-', 'search:rename', 'search:delete']
const otherMenu = ['subscription:mark-all-as-read', 'timeline:refetch', '-', 'global:quick-add']

type MenuOptions = {
  /** Of a list: the user owns it. */
  readonly isOwn?: boolean
  /** The registered commands, some of which add themselves. */
  readonly commands?: Commands
}

/** The menu of a row of the subscription tree. */
export function menuOfSource(
  kind: LocationSource['kind'] | 'stars' | 'rare' | 'searches' | 'labels' | 'label',
  { isOwn = false, commands = new Map() }: MenuOptions = {},
): readonly string[] {
  if (kind === 'feed') {
    const added = addedGroups(commands, ({ inFeedMenu }) => inFeedMenu)
    return feedMenu.flatMap((id) => (id === 'subscription:find-replacement' ? [id, ...added] : id))
  }
  if (kind === 'inbox') return inboxMenu
  if (kind === 'folder') return folderMenu
  if (kind === 'label') return labelMenu
  if (kind === 'search') return searchMenu
  if (kind === 'list') return isOwn ? ownListMenu : listMenu
  return otherMenu
}

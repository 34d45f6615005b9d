/** Commands of the entry toolbar and their order (client-facts 6). */
import type { View } from '../../contract/views.ts'
import type { ToolbarItem } from '../feature.ts'

const main = [
  'entry:read',
  'entry:star',
  'entry:toggle-ai-summary',
  'entry:ability',
  'entry:view-source-content',
  'entry:share',
  'reading:text',
]
const more = [
  'entry:read-above',
  'entry:read-below',
  'entry:open-in-browser',
  'entry:toggle-ai-translation',
  'entry:image-gallery',
  'reading:comments',
  'entry:copy-link',
  'entry:copy-title',
  'entry:tts',
  'entry:export-as-pdf',
  'entry:export-as-markdown',
  'entry:export-as-html',
  'entry:copy-as-markdown',
  'entry:tip',
  'entry:delete',
  'follow:customize-toolbar',
]
const needUrl = [
  'entry:copy-link',
  'entry:open-in-browser',
  'entry:share',
  'entry:view-source-content',
  'entry:ability',
]
const neverShown = ['entry:read-above', 'entry:read-below']
/** Social, pictures, videos. */
const wideViews: readonly View[] = [1, 2, 3]

export type ToolbarContext = {
  readonly hasUrl: boolean
  /** A rule opens the entry in the reader view. */
  readonly readerForced?: boolean
  readonly photos: number
  readonly inbox: boolean
  readonly list: boolean
  readonly view: View
  /** A window of the width of a phone. */
  readonly narrow?: boolean
  /** The feature that registered the command hides its button. */
  readonly hidden?: (command: string) => boolean
}
export type ToolbarOrder = { readonly main: readonly string[]; readonly more: readonly string[] }

/** The user's order without the buttons that the open entry hides. */
export function toolbarOrder(
  saved: ToolbarOrder,
  plugins: readonly ToolbarItem[],
  facts: ToolbarContext,
): ToolbarOrder {
  const order = completeToolbarOrder(saved, plugins)
  const shown = (ids: readonly string[]) => ids.filter((id) => !isHidden(id, facts))
  return { main: shown(order.main), more: shown(order.more) }
}

/**
 * The user's order, each id once; missing ids are added to their default group. A plugin whose command has a place of its
 * own there keeps it. Marking above and below is never in the toolbar.
 */
export function completeToolbarOrder(saved: ToolbarOrder, plugins: readonly ToolbarItem[]): ToolbarOrder {
  const known = new Set([...saved.main, ...saved.more, ...main, ...more])
  const added = (group: 'main' | 'more') =>
    plugins.filter((item) => item.group === group && !known.has(item.command)).map((item) => item.command)
  const placed = new Set<string>(neverShown)
  const place = (ids: readonly string[]) =>
    ids.filter((id) => {
      const isNew = !placed.has(id)
      placed.add(id)
      return isNew
    })
  const chosen = { main: place(saved.main), more: place(saved.more) }
  return {
    main: [...chosen.main, ...place([...main, ...added('main')])],
    more: [...chosen.more, ...place([...added('more'), ...more])],
  }
}

const files = [
  'entry:export-as-pdf',
  'entry:export-as-markdown',
  'entry:export-as-html',
  'entry:copy-as-markdown',
]
const ends = ['entry:delete', 'follow:customize-toolbar']
const partOf = (id: string): string => {
  if (files.includes(id)) return 'files'
  if (ends.includes(id)) return 'ends'
  return main.includes(id) || more.includes(id) ? 'entry' : 'added'
}

/** The menu of the others, with a separator (`-`) where what plugins added, the entry's own and its files meet. */
export const separated = (ids: readonly string[]): readonly string[] =>
  ids.flatMap((id, at) => {
    const before = ids[at - 1]
    return before !== undefined && partOf(before) !== partOf(id) ? ['-', id] : [id]
  })

function isHidden(id: string, facts: ToolbarContext): boolean {
  if (needUrl.includes(id) && !facts.hasUrl) return true
  if (id === 'entry:ability')
    return wideViews.includes(facts.view) || facts.list || facts.readerForced === true
  if (id === 'entry:view-source-content') return facts.narrow === true
  if (id === 'entry:image-gallery') return facts.photos <= 5
  if (id === 'entry:delete') return !facts.inbox
  return facts.hidden?.(id) === true
}

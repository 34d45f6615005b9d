/** The current location: a view, a source within it, an entry; and its path (client-facts 2). */
import type { View } from './views.ts'
import { isView } from './views.ts'

export type LocationSource =
  | { readonly kind: 'all' }
  | { readonly kind: 'collections' }
  | { readonly kind: 'feed'; readonly id: string }
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'list'; readonly id: string }
  | { readonly kind: 'inbox'; readonly id: string }
  /** The reading list (model/reading-list). */
  | { readonly kind: 'reading-list' }
  /** Entries of all views that a query selects (contract/query). */
  | { readonly kind: 'search'; readonly query: string }

export type ReaderLocation = {
  readonly view: View
  readonly source: LocationSource
  readonly entryId: string | null
}

export const home: ReaderLocation = { view: 0, source: { kind: 'all' }, entryId: null }

/** Equal for equal sources; also the id of a row of the tree. */
export function sourceKey(source: LocationSource): string {
  if (source.kind === 'all' || source.kind === 'collections' || source.kind === 'reading-list')
    return source.kind
  if (source.kind === 'search') return `search/${source.query}`
  return source.kind === 'folder' ? `folder/${source.name}` : `${source.kind}/${source.id}`
}

export const isSameSource = (a: LocationSource, b: LocationSource): boolean => sourceKey(a) === sourceKey(b)

/** Whether both are of one view and source, whichever entry is open. */
export const isSameList = (a: Pick<ReaderLocation, 'view' | 'source'>, b: typeof a): boolean =>
  a.view === b.view && isSameSource(a.source, b.source)

/** Whether a path is that of entries, not of another screen. */
export const isTimeline = (path: string): boolean => path.startsWith('/timeline')

/** `/timeline/view-0/all/pending` */
export function toPath({ view, source, entryId }: ReaderLocation): string {
  return `/timeline/view-${view}/${encodeURIComponent(marker(source))}/${entryId ?? 'pending'}`
}

/**
 * The view may be left out of the address of a list or inbox, or be `all` or the list once more: `/timeline/list-42`,
 * `/timeline/all/list-42`, `/timeline/list-42/list-42/7`. A list has a view itself.
 * @returns null for a path that is not a timeline's; a missing part means all feeds, no entry
 */
export function fromPath(path: string): ReaderLocation | null {
  const [, root, timeline = '', feed = 'all', entry = 'pending'] = path.split('/')
  if (root !== 'timeline') return null
  const named = readMarker(decode(timeline))
  const source = readMarker(decode(feed))
  if (hasView(named))
    return { view: 0, source: named, entryId: readEntryId(hasView(source) || feed === 'all' ? entry : feed) }
  if (timeline === 'all' && hasView(source)) return { view: 0, source, entryId: readEntryId(entry) }
  const view = Number(/^view-(\d)$/.exec(timeline)?.[1] ?? Number.NaN)
  if (!isView(view)) return null
  return {
    view,
    source,
    entryId: readEntryId(entry),
  }
}

/** Sources whose view is known without the address. */
const hasView = ({ kind }: LocationSource): boolean => kind === 'list' || kind === 'inbox'

const readEntryId = (text: string): string | null => (text === 'pending' || text === '' ? null : text)

function marker(source: LocationSource): string {
  if (source.kind === 'feed') return source.id
  if (source.kind === 'folder') return `folder-${source.name}`
  // Half of a pair of surrogates cannot be written into an address.
  if (source.kind === 'search') return `search-${source.query.toWellFormed()}`
  return source.kind === 'list' || source.kind === 'inbox' ? `${source.kind}-${source.id}` : source.kind
}

function readMarker(text: string): LocationSource {
  if (text === 'all' || text === '') return { kind: 'all' }
  if (text === 'collections' || text === 'reading-list') return { kind: text }
  const [, kind, value = ''] = /^(folder|list|inbox|search)-(.+)$/s.exec(text) ?? []
  if (kind === 'folder') return { kind, name: value }
  if (kind === 'search') return { kind, query: value }
  if (kind === 'list' || kind === 'inbox') return { kind, id: value }
  return { kind: 'feed', id: text }
}

/** An address typed by hand may contain an invalid escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

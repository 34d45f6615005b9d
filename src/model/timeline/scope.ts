/** What a place lists: which feeds of follow.db, and how the server is asked for it (wire-contract 5). */
import type { TimelineInput } from '../../contract/entries.ts'
import type { View } from '../../contract/views.ts'
import type { TimelineAsk } from '../../local/calls.ts'
import { sourceKey, type PlaceSource } from '../place/index.ts'
import { groupIntoFolders, type Following } from '../subscriptions/build-tree.ts'

export type Scope = {
  /** Equal for equal places under equal settings; the key under which a walk is remembered. */
  readonly key: string
  readonly view: View
  readonly source: PlaceSource
  readonly of: TimelineAsk['of']
  readonly unreadOnly: boolean
  readonly remote: TimelineInput
}
export type ScopeSettings = {
  readonly unreadOnly: boolean
  readonly excludePrivate: boolean
  readonly autoGroup: boolean
}

export function scopeOf(
  { view, source }: { view: View; source: PlaceSource },
  followed: Following,
  settings: ScopeSettings,
): Scope {
  const feedIds = feedIdsOf({ view, source }, followed, settings)
  // What is kept is mostly read already: leaving that out would hide the stars from who looks for them.
  const unreadOnly = settings.unreadOnly && source.kind !== 'collections'
  return {
    key: `${view}|${sourceKey(source)}|${unreadOnly}|${settings.excludePrivate}`,
    view,
    source,
    unreadOnly,
    of: source.kind === 'collections' ? { starsOf: view } : { feedIds },
    remote: {
      view,
      ...remoteSource(source, feedIds),
      ...(unreadOnly && { read: false }),
      ...(settings.excludePrivate && source.kind === 'all' && { excludePrivate: true }),
      ...(view === 1 && { withContent: true }),
    },
  }
}

/** The feeds (or inbox) whose entries a place shows; for the stars: none, they are asked for by view. */
export function feedIdsOf(
  { view, source }: { view: View; source: PlaceSource },
  followed: Following,
  { excludePrivate, autoGroup }: Pick<ScopeSettings, 'excludePrivate' | 'autoGroup'>,
): string[] {
  if (source.kind === 'feed' || source.kind === 'inbox') return [source.id]
  if (source.kind === 'list') return [...(followed.lists.get(source.id)?.feedIds ?? [])]
  const ofView = [...followed.subscriptions.values()].filter((one) => one.view === view)
  const feeds = ofView.filter(({ type }) => type === 'feed')
  if (source.kind === 'folder') {
    const folder = groupIntoFolders(feeds, followed, autoGroup).named.find(({ name }) => name === source.name)
    return (folder?.members ?? []).flatMap(({ feedId }) => feedId ?? [])
  }
  const shown = ofView.filter((one) => !(excludePrivate && one.isPrivate))
  return [
    ...new Set(
      shown.flatMap((one) =>
        one.listId === null ? (one.feedId ?? []) : (followed.lists.get(one.listId)?.feedIds ?? []),
      ),
    ),
  ]
}

function remoteSource(source: PlaceSource, feedIds: readonly string[]): TimelineInput {
  switch (source.kind) {
    case 'collections':
      return { isCollection: true }
    case 'feed':
      return { feedId: source.id }
    case 'folder':
      return { feedIdList: [...feedIds] }
    case 'list':
      return { listId: source.id }
    default:
      return {}
  }
}

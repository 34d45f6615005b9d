import type { LocationSource } from '../location/index.ts'
import { groupIntoFolders, type SubscriptionIndex } from './build-tree.ts'

export type SubscriptionContext = {
  readonly index: SubscriptionIndex
  readonly view: number
  readonly autoGroup: boolean
}

/**
 * Ids of the subscriptions that a source stands for: a feed, list or inbox, or all members of a folder.
 * @returns undefined for sources without subscriptions, such as All
 */
export function subscriptionIdsOf(
  source: LocationSource,
  { index, view, autoGroup }: SubscriptionContext,
): string[] | undefined {
  if (source.kind === 'feed' || source.kind === 'list' || source.kind === 'inbox') {
    const id = `${source.kind}/${source.id}`
    return index.subscriptions.has(id) ? [id] : undefined
  }
  if (source.kind !== 'folder') return undefined
  const feeds = [...index.subscriptions.values()].filter((one) => one.view === view && one.type === 'feed')
  const folder = groupIntoFolders(feeds, index, autoGroup).named.find(({ name }) => name === source.name)
  return folder?.members.map(({ id }) => id)
}

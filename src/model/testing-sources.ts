/** Inboxes and lists of the in-memory server. */
import type { CallName } from '../contract/paths.ts'
import type { Inbox, List } from '../contract/shapes.ts'
import type { Subscription } from '../contract/subscriptions.ts'
import type { FakeEntry } from './testing-server.ts'

type Handler = (input: never, key: string) => unknown
type FakeList = List & { readonly followers: Set<string> }
type ListSubscription = { view: number; category: string | null; title: string | null; isPrivate: boolean }

type Follow = {
  readonly view: number
  readonly category?: string | null
  readonly title?: string | null
  readonly isPrivate?: boolean
}

export type SourcesInput = {
  readonly entries: FakeEntry[]
  readonly item: (entry: FakeEntry) => { readonly entries: object }
  readonly userId: () => string
  readonly refuse: (key: 'inboxExists' | 'listHasSubscriptions' | 'listNotFound') => unknown
  /** ISO */
  readonly now: string
}

export function createFakeSources({ entries, item, userId, refuse, now }: SourcesInput) {
  const inboxes = new Map<string, Inbox>()
  const lists = new Map<string, FakeList>()
  const listSubscriptions = new Map<string, ListSubscription>()
  const publicList = ({ followers: _, ...list }: FakeList): List => list
  const listOf = (id: string): FakeList => {
    const list = lists.get(id)
    if (!list) throw refuse('listNotFound')
    return list
  }
  const handlers: Partial<Record<CallName, Handler>> = {
    'inboxes.create': ({ handle, title }: { handle: string; title: string }) => {
      if (inboxes.has(handle)) throw refuse('inboxExists')
      inboxes.set(handle, { type: 'inbox', id: handle, secret: `secret of ${handle}`, title })
      return { code: 0 }
    },
    'inboxes.update': ({ handle, title }: { handle: string; title: string }) => {
      const inbox = inboxes.get(handle)
      if (inbox) inboxes.set(handle, { ...inbox, title })
      return { code: 0 }
    },
    'inboxes.delete': ({ handle }: { handle: string }) => {
      inboxes.delete(handle)
      return { code: 0 }
    },
    'entries.inboxList': ({
      inboxId,
      read,
      limit = 20,
    }: {
      inboxId: string
      read?: boolean
      limit?: number
    }) => {
      const data = entries
        .filter((one) => one.feedId === inboxId && (read === undefined || one.read === read))
        .toSorted((a, b) => b.publishedAt - a.publishedAt)
        .slice(0, limit)
      return {
        code: 0,
        remaining: 0,
        data: data.map((one) => ({ ...item(one), feeds: inboxes.get(inboxId) })),
      }
    },
    'entries.inboxGet': ({ id }: { id: string }) => {
      const entry = entries.find((one) => one.id === id)
      if (!entry) return { code: 0 }
      const { entries: core } = item(entry)
      return { code: 0, data: { entries: { ...core, content: null }, feeds: inboxes.get(entry.feedId) } }
    },
    'entries.inboxDelete': ({ entryId }: { entryId: string }) => {
      const at = entries.findIndex(({ id }) => id === entryId)
      if (at !== -1) entries.splice(at, 1)
      return { code: 0 }
    },
    'lists.list': () => ({
      code: 0,
      data: [...lists.values()]
        .filter(({ ownerUserId }) => ownerUserId === userId())
        .map((list) => ({
          ...publicList(list),
          subscriptionCount: list.followers.size + 1,
          purchaseAmount: 12,
        })),
    }),
    'lists.create': (form: Pick<List, 'title' | 'description' | 'image' | 'view' | 'fee'>) => {
      const id = String(7000 + lists.size)
      const list = ownList(id, userId(), form)
      lists.set(id, list)
      listSubscriptions.set(id, { view: list.view, category: null, title: null, isPrivate: false })
      return { code: 0, data: publicList(list) }
    },
    'lists.update': ({ listId, ...form }: { listId: string; view?: number }) => {
      lists.set(listId, { ...listOf(listId), ...form })
      const subscription = listSubscriptions.get(listId)
      // The owner's subscription moves with the list.
      if (subscription && form.view !== undefined) subscription.view = form.view
      return { code: 0 }
    },
    'lists.delete': ({ listId }: { listId: string }) => {
      if (listOf(listId).followers.size > 0) throw refuse('listHasSubscriptions')
      lists.delete(listId)
      listSubscriptions.delete(listId)
      return { code: 0 }
    },
    'lists.addFeeds': ({ listId, feedIds = [] }: { listId: string; feedIds?: string[] }) => {
      const list = listOf(listId)
      lists.set(listId, { ...list, feedIds: [...new Set([...list.feedIds, ...feedIds])] })
      return { code: 0, data: [] }
    },
    'lists.removeFeed': ({ listId, feedId }: { listId: string; feedId: string }) => {
      const list = listOf(listId)
      lists.set(listId, { ...list, feedIds: list.feedIds.filter((id) => id !== feedId) })
      return { code: 0 }
    },
  }
  const ownList = (id: string, ownerUserId: string, form: Partial<List>): FakeList => ({
    type: 'list',
    id,
    view: 0,
    feedIds: [],
    fee: 0,
    title: `List ${id}`,
    ...form,
    ownerUserId,
    owner: {
      id: ownerUserId,
      name: `Person ${ownerUserId}`,
      image: null,
      handle: null,
      emailVerified: true,
      createdAt: now,
      updatedAt: now,
      suspended: false,
      deleted: null,
    },
    createdAt: now,
    updatedAt: now,
    followers: new Set(),
  })
  const subscriptionRows = (): Subscription[] => [
    ...[...inboxes.values()].map((inbox): Subscription => ({
      feedId: inbox.id,
      inboxId: inbox.id,
      userId: userId(),
      view: 0,
      title: inbox.title ?? '',
      category: null,
      isPrivate: false,
      createdAt: now,
      inboxes: inbox,
    })),
    ...[...listSubscriptions].flatMap(([listId, row]): Subscription[] => {
      const list = lists.get(listId)
      if (!list) return []
      return [{ feedId: listId, listId, userId: userId(), createdAt: now, ...row, lists: publicList(list) }]
    }),
  ]
  return {
    handlers,
    inboxes,
    lists,
    listSubscriptions,
    subscriptionRows,
    follow: (listId: string, { view, category = null, title = null, isPrivate = false }: Follow) => {
      const list = listOf(listId)
      listSubscriptions.set(listId, { view, category, title, isPrivate })
      return { list: publicList(list) }
    },
    /** Adds a list of another user. */
    offerList: (id: string, form: Partial<List> = {}) => void lists.set(id, ownList(id, '2', form)),
  }
}

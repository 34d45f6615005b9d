/** Subscriptions, read marks and stars. */
import { done } from './client.ts'
import { oneOf, type UserAction, type TestUser } from './expected-state.ts'

const VIEWS = [1, 2, 3]
const NEW_FEEDS = 40

const follow: UserAction = async (user) => {
  const isExisting = Math.random() < 0.7 || user.expected.following.size > NEW_FEEDS
  const url = isExisting
    ? oneOf(user.fixtures.feeds).url
    : `${user.fixtures.site}/new/${user.name}-${user.next()}.xml`
  const values = {
    view: oneOf(VIEWS),
    category: `Folder ${user.next() % 3}`,
    title: `Title ${user.next()}`,
  }
  const response = await user.request(
    'POST',
    '/subscriptions',
    { url, ...values },
    { idempotent: Math.random() < 0.2 },
  )
  if (!done(response, user.tally, 'follow')) return
  // Subscribing twice changes nothing.
  if (!user.expected.following.has(url)) user.expected.following.set(url, values)
}

const idOf = (user: TestUser, url: string) => user.fixtures.feeds.find((feed) => feed.url === url)?.id
const followedFeed = (user: TestUser) =>
  user.fixtures.feeds.find(({ url }) => user.expected.following.has(url) && Math.random() < 0.5)

const edit: UserAction = async (user) => {
  const feed = followedFeed(user)
  if (!feed) return follow(user)
  const values = {
    view: oneOf(VIEWS),
    category: `Folder ${user.next() % 3}`,
    title: `Edited ${user.next()}`,
  }
  const response = await user.request('PATCH', '/subscriptions', { feedId: feed.id, ...values })
  if (done(response, user.tally, 'edit')) user.expected.following.set(feed.url, values)
}

const unfollow: UserAction = async (user) => {
  const url = [...user.expected.following.keys()].find((one) => idOf(user, one) && Math.random() < 0.5)
  if (url === undefined) return
  const response = await user.request('DELETE', '/subscriptions', { feedId: idOf(user, url) })
  if (done(response, user.tally, 'unfollow')) user.expected.following.delete(url)
}

const someEntries = (user: TestUser): string[] => {
  const { entryIds } = oneOf(user.fixtures.feeds)
  return [oneOf(entryIds), oneOf(entryIds), oneOf(entryIds)]
}

const mark: UserAction = async (user) => {
  const entryIds = someEntries(user)
  const response = await user.request('POST', '/reads', { entryIds }, { idempotent: Math.random() < 0.2 })
  if (done(response, user.tally, 'mark')) for (const id of entryIds) user.expected.read.add(id)
}

const unmark: UserAction = async (user) => {
  const entryIds = someEntries(user)
  const response = await user.request('DELETE', '/reads', { entryIds })
  if (done(response, user.tally, 'unmark')) for (const id of entryIds) user.expected.read.delete(id)
}

const markAll: UserAction = async (user) => {
  const feed = oneOf(user.fixtures.feeds)
  const response = await user.request('POST', '/reads/all', { feedId: feed.id }, { idempotent: true })
  if (done(response, user.tally, 'mark all')) for (const id of feed.entryIds) user.expected.read.add(id)
}

const star: UserAction = async (user) => {
  const entryId = oneOf(oneOf(user.fixtures.feeds).entryIds)
  const response = await user.request('POST', '/collections', { entryId })
  if (done(response, user.tally, 'star')) user.expected.starred.add(entryId)
}

const unstar: UserAction = async (user) => {
  if (user.expected.starred.size < 3) return star(user)
  const entryId = oneOf(user.expected.starred)
  const response = await user.request('DELETE', '/collections', { entryId })
  if (done(response, user.tally, 'unstar')) user.expected.starred.delete(entryId)
}

/** Subscription writes, one after another. */
export const followActions: readonly UserAction[] = [follow, follow, edit, unfollow]
/** Read marks of one user, in order. */
export const markActions: readonly UserAction[] = [mark, mark, unmark, markAll]
export const starActions: readonly UserAction[] = [star, star, unstar]

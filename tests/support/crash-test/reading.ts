/** Following, marks and stars. */
import { done } from './ask.ts'
import { oneOf, type Deed, type Person } from './truth.ts'

const VIEWS = [1, 2, 3]
const NEW_FEEDS = 40

const follow: Deed = async (person) => {
  const known = Math.random() < 0.7 || person.truth.following.size > NEW_FEEDS
  const url = known
    ? oneOf(person.world.feeds).url
    : `${person.world.site}/new/${person.name}-${person.next()}.xml`
  const said = {
    view: oneOf(VIEWS),
    category: `Folder ${person.next() % 3}`,
    title: `Title ${person.next()}`,
  }
  const heard = await person.ask('POST', '/subscriptions', { url, ...said }, { keyed: Math.random() < 0.2 })
  if (!done(heard, person.tally, 'follow')) return
  // Following what is followed changes nothing.
  if (!person.truth.following.has(url)) person.truth.following.set(url, said)
}

const idOf = (person: Person, url: string) => person.world.feeds.find((feed) => feed.url === url)?.id
const followedFeed = (person: Person) =>
  person.world.feeds.find(({ url }) => person.truth.following.has(url) && Math.random() < 0.5)

const edit: Deed = async (person) => {
  const feed = followedFeed(person)
  if (!feed) return follow(person)
  const said = {
    view: oneOf(VIEWS),
    category: `Folder ${person.next() % 3}`,
    title: `Edited ${person.next()}`,
  }
  const heard = await person.ask('PATCH', '/subscriptions', { feedId: feed.id, ...said })
  if (done(heard, person.tally, 'edit')) person.truth.following.set(feed.url, said)
}

const unfollow: Deed = async (person) => {
  const url = [...person.truth.following.keys()].find((one) => idOf(person, one) && Math.random() < 0.5)
  if (url === undefined) return
  const heard = await person.ask('DELETE', '/subscriptions', { feedId: idOf(person, url) })
  if (done(heard, person.tally, 'unfollow')) person.truth.following.delete(url)
}

const someEntries = (person: Person): string[] => {
  const { entryIds } = oneOf(person.world.feeds)
  return [oneOf(entryIds), oneOf(entryIds), oneOf(entryIds)]
}

const mark: Deed = async (person) => {
  const entryIds = someEntries(person)
  const heard = await person.ask('POST', '/reads', { entryIds }, { keyed: Math.random() < 0.2 })
  if (done(heard, person.tally, 'mark')) for (const id of entryIds) person.truth.read.add(id)
}

const unmark: Deed = async (person) => {
  const entryIds = someEntries(person)
  const heard = await person.ask('DELETE', '/reads', { entryIds })
  if (done(heard, person.tally, 'unmark')) for (const id of entryIds) person.truth.read.delete(id)
}

const markAll: Deed = async (person) => {
  const feed = oneOf(person.world.feeds)
  const heard = await person.ask('POST', '/reads/all', { feedId: feed.id }, { keyed: true })
  if (done(heard, person.tally, 'mark all')) for (const id of feed.entryIds) person.truth.read.add(id)
}

const star: Deed = async (person) => {
  const entryId = oneOf(oneOf(person.world.feeds).entryIds)
  const heard = await person.ask('POST', '/collections', { entryId })
  if (done(heard, person.tally, 'star')) person.truth.starred.add(entryId)
}

const unstar: Deed = async (person) => {
  if (person.truth.starred.size < 3) return star(person)
  const entryId = oneOf(person.truth.starred)
  const heard = await person.ask('DELETE', '/collections', { entryId })
  if (done(heard, person.tally, 'unstar')) person.truth.starred.delete(entryId)
}

/** Following and what depends on it, one after another. */
export const followDeeds: readonly Deed[] = [follow, follow, edit, unfollow]
/** Marks of one person in their order. */
export const markDeeds: readonly Deed[] = [mark, mark, unmark, markAll]
export const starDeeds: readonly Deed[] = [star, star, unstar]

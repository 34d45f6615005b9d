/** Options that name feeds, shared by several commands. */
import type { Api } from '../../api/types.ts'
import type { Output } from '../../contract/calls.ts'
import { views, type View } from '../../contract/views.ts'
import type { CommandInput, Option } from '../command.ts'
import { RefusedError, UsageError } from '../failures.ts'

export type Followed = {
  readonly feedId: string
  readonly title: string
  readonly url: string
  readonly folder: string | null
  readonly view: number
}

export const sourceOptions: Readonly<Record<string, Option>> = {
  feed: { value: 'FEED', summary: 'Of one feed: its id, address or title.' },
  folder: { value: 'NAME', summary: 'Of the feeds of one folder.' },
  view: { value: 'VIEW', summary: 'Of one view.', choices: views },
}

export const viewNumber = (name: string | true | undefined): View | undefined =>
  typeof name === 'string' ? (views.indexOf(name as (typeof views)[number]) as View) : undefined

/** The feeds that the user follows directly. */
export async function followedFeeds(api: Api): Promise<Followed[]> {
  const { data } = await api.subscriptions.list({})
  return data.flatMap((one) => toFollowed(one))
}

function toFollowed(one: Output<'subscriptions.list'>['data'][number]): Followed[] {
  if (!('feeds' in one)) return []
  const { feedId, title, category, view, feeds } = one
  return [{ feedId, title: title || feeds.title || feeds.url, url: feeds.url, folder: category, view }]
}

/** A feed by its id, its address or its title. @throws RefusedError where none or several are meant */
export async function namedFeed(api: Api, name: string): Promise<Followed> {
  const followed = await followedFeeds(api)
  const byName = followed.filter(({ feedId, url }) => feedId === name || url === name)
  const byTitle = followed.filter(({ title }) => title.toLowerCase() === name.toLowerCase())
  const [feed, another] = byName.length > 0 ? byName : byTitle
  if (!feed) throw new RefusedError(`You follow no feed "${name}".`)
  if (another) throw new RefusedError(`Several feeds are called "${name}": name one by its id.`)
  return feed
}

/** What the options of {@link sourceOptions} name, as inputs of the contract. */
export async function namedSource(
  api: Api,
  { feed, folder, view }: CommandInput['options'],
): Promise<{ feedIdList?: string[]; view?: View }> {
  if (feed !== undefined && folder !== undefined) throw new UsageError('Name a feed or a folder, not both.')
  if (typeof feed === 'string') return { feedIdList: [(await namedFeed(api, feed)).feedId] }
  const number = viewNumber(view)
  if (typeof folder !== 'string') return number === undefined ? {} : { view: number }
  const inFolder = (await followedFeeds(api)).filter(
    (one) => one.folder === folder && one.view === (number ?? one.view),
  )
  if (inFolder.length === 0) throw new RefusedError(`No feed is in a folder "${folder}".`)
  return { feedIdList: inFolder.map(({ feedId }) => feedId) }
}

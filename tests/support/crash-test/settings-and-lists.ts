/** Settings, rules, runs of rules, imports, lists. */
import { done } from './client.ts'
import { oneOf, type UserAction, type TestUser } from './expected-state.ts'

const LISTS_MAX = 6
const IMPORTS_MAX = 60
const notInList = 8003
const notFound = 8000

const setting: UserAction = async (user) => {
  const change = { [`x-mix-${user.next() % 5}`]: user.next(), unreadOnly: Math.random() < 0.5 }
  const response = await user.request('PATCH', '/settings/general', change)
  if (done(response, user.tally, 'setting')) Object.assign(user.expected.settings, change)
}

/** The first rule never changes: its effect on mail is compared. */
export const rulesOf = (user: Pick<TestUser, 'fixtures'>, name: string) => [
  {
    name: 'keep',
    condition: [[{ field: 'entry_title', operator: 'contains', value: 'keep' }]],
    result: { star: true, webhooks: [user.fixtures.hook] },
  },
  {
    name,
    condition: [[{ field: 'entry_title', operator: 'eq', value: 'nobody calls an entry so' }]],
    result: { silence: true },
  },
]

const rules: UserAction = async (user) => {
  const name = `rule ${user.next()}`
  const response = await user.request('PUT', '/actions', { rules: rulesOf(user, name) })
  if (done(response, user.tally, 'rules')) user.expected.rules = name
}

const run: UserAction = async (user) => {
  const condition = [[{ field: 'entry_title', operator: 'contains', value: 'Item 3' }]]
  const testedRules = [{ name: `run ${user.next()}`, condition, result: { sourceContent: true } }]
  const response = await user.request('POST', '/actions/run', { rules: testedRules }, { idempotent: true })
  if (done(response, user.tally, 'run')) user.expected.runs.add((response.data as { run: string }).run)
}

const importFile: UserAction = async (user) => {
  if (user.expected.imported.size > IMPORTS_MAX) return setting(user)
  const urls = [1, 2, 3].map(() => `${user.fixtures.site}/import/${user.name}-${user.next()}.xml`)
  const file = `<opml version="2.0"><body>${urls.map((url) => `<outline type="rss" xmlUrl="${url}"/>`).join('')}</body></opml>`
  const response = await user.request('POST', '/subscriptions/import', file, { idempotent: true })
  if (done(response, user.tally, 'import')) for (const url of urls) user.expected.imported.add(url)
}

const createList: UserAction = async (user) => {
  const { lists } = user.expected
  if (lists.size >= LISTS_MAX) return deleteList(user)
  const title = `List ${user.next()}`
  const response = await user.request('POST', '/lists', { title, view: 0 }, { idempotent: true })
  if (done(response, user.tally, 'list'))
    lists.set((response.data as { id: string }).id, { title, feedIds: new Set() })
}

const changeList: UserAction = async (user) => {
  const { lists } = user.expected
  if (lists.size === 0) return createList(user)
  const [listId, list] = oneOf(lists)
  const title = `Renamed ${user.next()}`
  const response = await user.request('PATCH', '/lists', { listId, title })
  if (done(response, user.tally, 'rename list')) list.title = title
}

const fillList: UserAction = async (user) => {
  const { lists } = user.expected
  if (lists.size === 0) return createList(user)
  const [listId, list] = oneOf(lists)
  const feed = oneOf(user.fixtures.feeds)
  if (list.feedIds.has(feed.id)) {
    const response = await user.request('DELETE', '/lists/feeds', { listId, feedId: feed.id })
    if (done(response, user.tally, 'out of list')) list.feedIds.delete(feed.id)
    return
  }
  const response = await user.request('POST', '/lists/feeds', { listId, feedId: feed.id })
  if (done(response, user.tally, 'into list', [notInList])) list.feedIds.add(feed.id)
}

const deleteList: UserAction = async (user) => {
  const { lists } = user.expected
  if (lists.size === 0) return
  const [listId] = oneOf(lists)
  const response = await user.request('DELETE', '/lists', { listId })
  if (done(response, user.tally, 'delete list', [notFound])) lists.delete(listId)
}

export const settingActions: readonly UserAction[] = [setting]
export const ruleActions: readonly UserAction[] = [rules, rules, run]
export const importActions: readonly UserAction[] = [importFile]
export const listActions: readonly UserAction[] = [createList, changeList, fillList, fillList, deleteList]

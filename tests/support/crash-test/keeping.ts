/** Settings, rules, runs of rules, imports, lists. */
import { done } from './ask.ts'
import { oneOf, type Deed, type Person } from './truth.ts'

const LISTS_MAX = 6
const IMPORTS_MAX = 60
const notInList = 8003
const gone = 8000

const setting: Deed = async (person) => {
  const change = { [`x-mix-${person.next() % 5}`]: person.next(), unreadOnly: Math.random() < 0.5 }
  const heard = await person.ask('PATCH', '/settings/general', change)
  if (done(heard, person.tally, 'setting')) Object.assign(person.truth.settings, change)
}

/** The first rule stays: what it does to mail is proved. */
export const rulesOf = (person: Pick<Person, 'world'>, name: string) => [
  {
    name: 'keep',
    condition: [[{ field: 'entry_title', operator: 'contains', value: 'keep' }]],
    result: { star: true, webhooks: [person.world.hook] },
  },
  {
    name,
    condition: [[{ field: 'entry_title', operator: 'eq', value: 'nobody calls an entry so' }]],
    result: { silence: true },
  },
]

const rules: Deed = async (person) => {
  const name = `rule ${person.next()}`
  const heard = await person.ask('PUT', '/actions', { rules: rulesOf(person, name) })
  if (done(heard, person.tally, 'rules')) person.truth.rules = name
}

const run: Deed = async (person) => {
  const condition = [[{ field: 'entry_title', operator: 'contains', value: 'Item 3' }]]
  const tried = [{ name: `run ${person.next()}`, condition, result: { sourceContent: true } }]
  const heard = await person.ask('POST', '/actions/run', { rules: tried }, { keyed: true })
  if (done(heard, person.tally, 'run')) person.truth.runs.add((heard.data as { run: string }).run)
}

const importFile: Deed = async (person) => {
  if (person.truth.imported.size > IMPORTS_MAX) return setting(person)
  const urls = [1, 2, 3].map(() => `${person.world.site}/import/${person.name}-${person.next()}.xml`)
  const file = `<opml version="2.0"><body>${urls.map((url) => `<outline type="rss" xmlUrl="${url}"/>`).join('')}</body></opml>`
  const heard = await person.ask('POST', '/subscriptions/import', file, { keyed: true })
  if (done(heard, person.tally, 'import')) for (const url of urls) person.truth.imported.add(url)
}

const createList: Deed = async (person) => {
  const { lists } = person.truth
  if (lists.size >= LISTS_MAX) return deleteList(person)
  const title = `List ${person.next()}`
  const heard = await person.ask('POST', '/lists', { title, view: 0 }, { keyed: true })
  if (done(heard, person.tally, 'list'))
    lists.set((heard.data as { id: string }).id, { title, feedIds: new Set() })
}

const changeList: Deed = async (person) => {
  const { lists } = person.truth
  if (lists.size === 0) return createList(person)
  const [listId, list] = oneOf(lists)
  const title = `Renamed ${person.next()}`
  const heard = await person.ask('PATCH', '/lists', { listId, title })
  if (done(heard, person.tally, 'rename list')) list.title = title
}

const fillList: Deed = async (person) => {
  const { lists } = person.truth
  if (lists.size === 0) return createList(person)
  const [listId, list] = oneOf(lists)
  const feed = oneOf(person.world.feeds)
  if (list.feedIds.has(feed.id)) {
    const heard = await person.ask('DELETE', '/lists/feeds', { listId, feedId: feed.id })
    if (done(heard, person.tally, 'out of list')) list.feedIds.delete(feed.id)
    return
  }
  const heard = await person.ask('POST', '/lists/feeds', { listId, feedId: feed.id })
  if (done(heard, person.tally, 'into list', [notInList])) list.feedIds.add(feed.id)
}

const deleteList: Deed = async (person) => {
  const { lists } = person.truth
  if (lists.size === 0) return
  const [listId] = oneOf(lists)
  const heard = await person.ask('DELETE', '/lists', { listId })
  if (done(heard, person.tally, 'delete list', [gone])) lists.delete(listId)
}

export const settingDeeds: readonly Deed[] = [setting]
export const ruleDeeds: readonly Deed[] = [rules, rules, run]
export const importDeeds: readonly Deed[] = [importFile]
export const listDeeds: readonly Deed[] = [createList, changeList, fillList, fillList, deleteList]

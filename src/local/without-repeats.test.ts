import { expect, test } from 'vitest'
import type { Local, LocalCallName, LocalNotice, SubscriptionSet } from './calls.ts'
import { createNotices } from './notices.ts'
import { withoutRepeats } from './without-repeats.ts'

const none: SubscriptionSet = { subscriptions: [], feeds: [], lists: [], inboxes: [] }
const tea: SubscriptionSet = {
  ...none,
  feeds: [{ type: 'feed', id: 'tea', url: 'https://tea.example/feed', title: 'Tea' }],
}

/** A page over a library that has two feeds' counts and one feed; what it was told, in order. */
function openPage() {
  const notices = createNotices()
  const told: [LocalCallName, unknown][] = []
  const held = { 'unread.all': { tea: 2, ink: 0 }, 'subscriptions.all': tea } as Partial<
    Record<LocalCallName, unknown>
  >
  const page = {
    notices,
    told,
    fails: false,
    local: withoutRepeats({
      call: async (name: LocalCallName, argument: unknown) => {
        if (name in held) return held[name]
        told.push([name, argument])
        if (page.fails) throw { kind: 'local', message: 'The disk is full', full: true }
      },
      listen: notices.listen,
      close: () => undefined,
    } as Local),
  }
  return page
}
const asked = async () => {
  const page = openPage()
  await page.local.call('unread.all')
  await page.local.call('subscriptions.all')
  return page
}

test('what the library has just answered is not handed back, in whatever order it is named', async () => {
  const { local, told } = await asked()
  await local.call('unread.replace', { ink: 0, tea: 2 })
  await local.call('subscriptions.replace', {
    ...none,
    feeds: [{ title: 'Tea', id: 'tea', url: 'https://tea.example/feed', type: 'feed', image: null }],
  })
  expect(told).toEqual([])
})

test('what it does not have is, and so is what nobody has asked it for', async () => {
  const { local, told } = await asked()
  await local.call('unread.replace', { tea: 1, ink: 0 })
  await local.call('subscriptions.replace', none)
  expect(told).toEqual([
    ['unread.replace', { tea: 1, ink: 0 }],
    ['subscriptions.replace', none],
  ])
  const other = openPage()
  await other.local.call('unread.all')
  await other.local.call('subscriptions.replace', tea)
  expect(other.told).toEqual([['subscriptions.replace', tea]])
})

test('once it was told something else, what it had is no longer what it has', async () => {
  const { local, told } = await asked()
  await local.call('unread.replace', { tea: 1 })
  await local.call('unread.replace', { tea: 2, ink: 0 })
  expect(told).toHaveLength(2)
})

test.each<LocalNotice>([
  { is: 'changed', nouns: ['unread'] },
  { is: 'changed', nouns: ['entries', 'subscriptions'] },
  { is: 'changed', nouns: ['user'] },
  { is: 'outdated' },
  { is: 'rebuilt', reason: 'damaged' },
  { is: 'memory', reason: 'private window' },
])('after the notice $is $nouns it is told again', async (notice) => {
  const { local, told, notices } = await asked()
  notices.tell(notice)
  await local.call('unread.replace', { tea: 2, ink: 0 })
  await local.call('subscriptions.replace', tea)
  expect(told.map(([name]) => name)).toEqual(['unread.replace', 'subscriptions.replace'])
})

test.each<LocalNotice>([
  { is: 'changed', nouns: ['entries', 'outbox'] },
  { is: 'ready', persistent: true, owner: true },
])('the notice $is $nouns says nothing of it', async (notice) => {
  const { local, told, notices } = await asked()
  notices.tell(notice)
  await local.call('unread.replace', { tea: 2, ink: 0 })
  expect(told).toEqual([])
})

test('an answer that was under way when something changed is not believed', async () => {
  const { local, told, notices } = openPage()
  const answer = local.call('unread.all')
  notices.tell({ is: 'changed', nouns: ['unread'] })
  expect(await answer).toEqual({ tea: 2, ink: 0 })
  await local.call('unread.replace', { tea: 2, ink: 0 })
  expect(told).toHaveLength(1)
})

test('what could not be kept is told again', async () => {
  const page = await asked()
  page.fails = true
  await expect(page.local.call('unread.replace', { tea: 1 })).rejects.toMatchObject({ full: true })
  page.fails = false
  await page.local.call('unread.replace', { tea: 1 })
  expect(page.told).toHaveLength(2)
})

import { afterEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { storedHtml } from '../../../tests/support/stored-html.ts'
import type { Condition } from '../../contract/actions.ts'
import { blank } from '../email/incoming/parsed-mail.ts'
import type { ParsedEntry } from '../feeds/parsed-feed.ts'

let plugin: PluginServer
afterEach(() => plugin.close())

const start = async (kind: (typeof kinds)[number] = 'sqlite', halves = 'on', halfTurnMs?: number) => {
  plugin = await startPluginServer('beacon', kind, { env: { PLUGIN_SERVER_HALVES: halves }, halfTurnMs })
  return plugin.signUpFollower('other')
}
const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data
const set = (user: TestUser, id: string, values: object) =>
  user.request(`/plugins/${id}/settings`, { method: 'PATCH', body: { values } })
const is = (field: string, value: string, operator = 'eq'): Condition => ({ field, operator, value })
const putRule = (user: TestUser, ...conditions: Condition[]) =>
  user.request('/actions', {
    method: 'PUT',
    body: { rules: [{ name: 'Star', condition: [conditions], result: { star: true } }] },
  })
const draft = (title: string, words: number): ParsedEntry => ({
  ...blank,
  guid: title,
  title,
  content: storedHtml(`<p>${'tea '.repeat(words)}</p>`),
})
const arrive = (...entries: ParsedEntry[]) => plugin.arrive(entries)
/** The titles of the entries that a user's rules have starred. */
const starred = async ({ id }: TestUser) => {
  const rows = await plugin.server.storage.db
    .selectFrom('collections')
    .innerJoin('entries', 'entries.id', 'collections.entryId')
    .select('entries.title')
    .where('collections.userId', '=', id)
    .execute()
  return rows.map(({ title }) => title).toSorted()
}
type Unknown = { plugin: string; name: string; words: unknown }
const dryRun = async (user: TestUser) =>
  dataOf<{ rules: { entries: { title: string | null }[] }[]; unknown: Unknown[] }>(
    await user.request('/actions/dry-run', { method: 'POST', body: {} }),
  )
const problemOf = async (user: TestUser, id: string, name: string) => {
  const providers = await dataOf<
    { plugin: string; isOn: boolean; conditions: Record<string, { operand: unknown; problem: unknown }> }[]
  >(await user.request('/plugins/rules'))
  return providers.find((one) => one.plugin === id)?.conditions[name]?.problem
}

describe.each(kinds)('a condition of a built-in plugin, on %s', (kind) => {
  test('holds for new entries as in a dry run, for those who have the plugin on', async () => {
    const other = await start(kind)
    await set(plugin.user, 'beacon', { enableBeacon: true })
    for (const user of [plugin.user, other]) await putRule(user, is('beacon:words', '400'))
    await arrive(draft('long', 500), draft('short', 20), draft('longer', 900))
    expect(await starred(plugin.user)).toEqual(['long', 'longer'])
    expect(await starred(other)).toEqual([])
    const { rules, unknown } = await dryRun(plugin.user)
    expect(rules[0]?.entries.map(({ title }) => title).toSorted()).toEqual(['long', 'longer'])
    expect(unknown).toEqual([])
    const words = { key: 'plugin.off' }
    expect(await dryRun(other)).toMatchObject({
      rules: [{ entries: [] }],
      unknown: [{ plugin: 'beacon', name: 'words', words }],
    })
    expect(await problemOf(plugin.user, 'beacon', 'words')).toBeNull()
    expect(await problemOf(other, 'beacon', 'words')).toEqual(words)
    // It works again, and the message is gone.
    await set(other, 'beacon', { enableBeacon: true })
    await arrive(draft('late', 600))
    expect(await starred(other)).toEqual(['late'])
    expect(await problemOf(other, 'beacon', 'words')).toBeNull()
  }, 180_000)
})

test('a condition and its opposite hold for the entries of which it is known, and no other', async () => {
  await start()
  const either = [[is('beacon:words', '400')], [is('beacon:words', '400', 'not_eq')]]
  const rules = either.map((group, at) => ({ name: String(at), condition: [group], result: { star: true } }))
  await plugin.user.request('/actions', { method: 'PUT', body: { rules } })
  const counts = async () => (await dryRun(plugin.user)).rules.map(({ entries }) => entries.length)
  expect(await counts()).toEqual([0, 0])
  await set(plugin.user, 'beacon', { enableBeacon: true })
  expect(await counts()).toEqual([0, 1])
})

test('a plugin is asked only about entries for which the other conditions hold', async () => {
  await start()
  await putRule(plugin.user, is('entry_title', 'nowhere'), is('beacon:words', '400'))
  await arrive(draft('long', 500))
  expect(await problemOf(plugin.user, 'beacon', 'words')).toBeNull()
})

test.each([
  [
    'a value that does not fit',
    'beacon:words',
    'soon',
    { key: 'plugin.badOperand', values: { value: 'soon' } },
  ],
  ['a condition that the plugin has not', 'beacon:nothing', '2', { key: 'plugin.noCondition' }],
  ['a plugin that is not there', 'nowhere:words', '2', { key: 'plugin.missing' }],
])('%s is stored, holds for no entry, and says why', async (_, field, value, words) => {
  await start()
  await set(plugin.user, 'beacon', { enableBeacon: true })
  expect((await putRule(plugin.user, is(field, value))).status).toBe(200)
  await arrive(draft('long', 500))
  expect(await starred(plugin.user)).toEqual([])
  expect((await dryRun(plugin.user)).unknown).toMatchObject([{ words }])
})

const install = async (user: TestUser, handler: string, granted?: readonly string[]) => {
  const bundle = guestBundle({
    settings: { word: { type: 'string', default: 'tea' } },
    permissions: ['entries:read'],
    conditions: { mentions: { type: 'boolean' } },
    server: `host.condition('mentions', ${handler})`,
  })
  expect((await installBundle(user, bundle, granted)).status).toBe(200)
}
const mentions = `async ({ entries }, { settings }) => entries.map(({ title }) => title.includes(settings.word))`

describe.each(kinds)('a condition of an installed plugin, on %s', (kind) => {
  test('is evaluated in its sandbox, with the settings of the rule’s own user', async () => {
    const other = await start(kind)
    for (const user of [plugin.user, other]) {
      await install(user, mentions)
      await putRule(user, is('guest:mentions', 'true'))
    }
    await set(other, 'guest', { word: 'gold' })
    await arrive(draft('tea time', 1), draft('gold rush', 1))
    expect(await starred(plugin.user)).toEqual(['tea time'])
    expect(await starred(other)).toEqual(['gold rush'])
    // It is gone for one of them.
    await other.request('/plugins/guest/installed', { method: 'DELETE' })
    await arrive(draft('gold again', 1), draft('tea again', 1))
    expect(await starred(plugin.user)).toEqual(['tea again', 'tea time'])
    expect(await starred(other)).toEqual(['gold rush'])
    expect((await dryRun(other)).unknown).toMatchObject([{ words: { key: 'plugin.missing' } }])
  }, 180_000)
})

test.each([
  [
    'throws',
    `async () => { throw new TypeError('a mistake') }`,
    { key: 'plugin.halfFailed', values: { reason: 'a mistake' } },
    undefined,
  ],
  ['answers for too few', 'async () => [true]', { key: 'plugin.badAnswers' }, undefined],
  ['answers with something else', `async () => 'yes'`, { key: 'plugin.badAnswers' }, undefined],
  ['does not end', 'async () => { for (;;) {} }', { key: 'plugin.tooSlow' }, 50],
])(
  'an installed plugin whose condition %s holds for no entry, and says why',
  async (_, handler, words, halfTurnMs) => {
    await start('sqlite', 'on', halfTurnMs)
    await install(plugin.user, handler)
    await putRule(plugin.user, is('guest:mentions', 'true'))
    await arrive(draft('tea', 1), draft('gold', 1))
    expect(await starred(plugin.user)).toEqual([])
    expect(await problemOf(plugin.user, 'guest', 'mentions')).toEqual(words)
  },
)

test('an installed plugin is not asked without its permission, and where server halves are off', async () => {
  await start()
  await install(plugin.user, mentions, [])
  await putRule(plugin.user, is('guest:mentions', 'true'))
  await arrive(draft('tea', 1))
  expect(await problemOf(plugin.user, 'guest', 'mentions')).toEqual({ key: 'plugin.forbidden' })
  await plugin.close()
  await start('sqlite', 'off')
  await install(plugin.user, mentions)
  await putRule(plugin.user, is('guest:mentions', 'true'))
  await arrive(draft('tea', 1))
  expect(await starred(plugin.user)).toEqual([])
  expect(await problemOf(plugin.user, 'guest', 'mentions')).toEqual({ key: 'plugin.halvesOff' })
})

test('many feeds that arrive at once wait for the plugin of their user', async () => {
  await start()
  await install(plugin.user, mentions)
  await putRule(plugin.user, is('guest:mentions', 'true'))
  const titles = Array.from({ length: 8 }, (_, at) => `tea ${at}`)
  await Promise.all(titles.map((title) => arrive(draft(title, 1))))
  expect(await starred(plugin.user)).toEqual(titles)
  expect(await problemOf(plugin.user, 'guest', 'mentions')).toBeNull()
})

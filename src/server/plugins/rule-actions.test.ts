import { afterEach, describe, expect, test } from 'vitest'
import { guestBundle, installBundle } from '../../../tests/support/guest-plugin.ts'
import { runJobs } from '../../../tests/support/jobs.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { storedHtml } from '../../../tests/support/stored-html.ts'
import type { TokenUse } from '../../contract/token-uses.ts'
import { actionQueues } from '../actions/queues.ts'
import { blank } from '../email/incoming/parsed-mail.ts'

let plugin: PluginServer
afterEach(() => plugin.close())

const start = async (kind: (typeof kinds)[number] = 'sqlite') => {
  plugin = await startPluginServer('beacon', kind, { env: { PLUGIN_SERVER_HALVES: 'on' } })
  return plugin.signUpFollower('other')
}
const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data
const putRule = (user: TestUser, ...pluginActions: string[]) =>
  user.request('/actions', {
    method: 'PUT',
    body: { rules: [{ name: 'Act', condition: [], result: { pluginActions } }] },
  })
const draft = (title: string, words: number) => ({
  ...blank,
  guid: title,
  title,
  content: storedHtml(`<p>${'tea '.repeat(words)}</p>`),
})
/** Entries arrive, and the plugin jobs of rules run. */
const arrive = async (...entries: ReturnType<typeof draft>[]) => {
  const { services, storage } = plugin.server
  await plugin.arrive(entries)
  await runJobs(storage, actionQueues(services), Date.now())
}
/** The titles of the entries that a user has starred, or read. */
const titles = async ({ id }: TestUser, table: 'collections' | 'reads') => {
  const rows = await plugin.server.storage.db
    .selectFrom(table)
    .innerJoin('entries', 'entries.id', `${table}.entryId`)
    .select('entries.title')
    .where(`${table}.userId`, '=', id)
    .execute()
  return rows.map(({ title }) => title).toSorted()
}
const uses = async (user: TestUser) => dataOf<TokenUse[]>(await user.request('/token-uses?changes=true'))
const undo = async (user: TestUser, id: string | undefined) =>
  (await user.request('/token-uses/undo', { method: 'POST', body: { id } })).status
const deliveries = async (user: TestUser) =>
  dataOf<{ plugin: string; action: string; operand: string | null; state: string; words: unknown }[]>(
    await user.request('/actions/deliveries'),
  )
const install = async (user: TestUser, handler: string, granted?: readonly string[]) => {
  const bundle = guestBundle({
    settings: { word: { type: 'string', default: 'tea' } },
    permissions: ['entries:read', 'entries:change'],
    actions: ['pick'],
    server: `host.action('pick', ${handler})`,
  })
  expect((await installBundle(user, bundle, granted)).status).toBe(200)
}
const pick = `async ({ entryId }, { entry, settings }) => {
  const { title } = (await entry(entryId)).entry
  return title.includes(settings.word) ? { read: true, starred: true } : undefined
}`

describe.each(kinds)('on %s an action of a rule', (kind) => {
  test('by a built-in plugin is in the list of what apps did, and undone there by its user alone', async () => {
    const other = await start(kind)
    const values = { enableBeacon: true }
    await plugin.user.request('/plugins/beacon/settings', { method: 'PATCH', body: { values } })
    for (const user of [plugin.user, other]) await putRule(user, 'beacon:star-long')
    await arrive(draft('long', 500), draft('short', 20))
    expect(await titles(plugin.user, 'collections')).toEqual(['long'])
    expect(await titles(other, 'collections')).toEqual([])
    expect(await deliveries(other)).toMatchObject([
      { plugin: 'beacon', action: 'star-long', state: 'failed', words: { key: 'plugin.off' } },
      { state: 'failed' },
    ])
    const [use, ...others] = await uses(plugin.user)
    expect(use).toMatchObject({
      token: 'beacon',
      entrance: 'plugin',
      call: 'collections.add',
      count: 1,
      undo: 'possible',
    })
    expect(others).toEqual([])
    expect(await uses(other)).toEqual([])
    expect(await undo(other, use?.id)).toBe(404)
    expect(await undo(plugin.user, use?.id)).toBe(200)
    expect(await titles(plugin.user, 'collections')).toEqual([])
    expect((await uses(plugin.user))[0]?.undo).toBe('done')
  }, 180_000)

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test('by an installed plugin is done in its sandbox, with the settings of the rule’s own user', async () => {
    const other = await start(kind)
    for (const user of [plugin.user, other]) {
      await install(user, pick)
      await putRule(user, 'guest:pick')
    }
    const values = { word: 'gold' }
    await other.request('/plugins/guest/settings', { method: 'PATCH', body: { values } })
    await arrive(draft('tea time', 1), draft('gold rush', 1))
    for (const [user, title] of [
      [plugin.user, 'tea time'],
      [other, 'gold rush'],
    ] as const) {
      expect(await titles(user, 'collections')).toEqual([title])
      expect(await titles(user, 'reads')).toEqual([title])
      const done = await uses(user)
      expect(done.map(({ call }) => call).toSorted()).toEqual(['collections.add', 'reads.mark'])
      for (const { id } of done) expect(await undo(user, id)).toBe(200)
      expect(await titles(user, 'collections')).toEqual([])
      expect(await titles(user, 'reads')).toEqual([])
    }
  }, 180_000)

  test('with an operand is done with what the rule’s own user entered, and with nothing that does not fit', async () => {
    const other = await start(kind)
    const bundle = guestBundle({
      permissions: ['entries:read', 'entries:change'],
      actions: [
        'pick',
        { name: 'mention', operand: { type: 'text', maxLength: 10 } },
        { name: 'set', operand: { type: 'choice', choices: ['read', 'starred'] } },
      ],
      server: `
        host.action('pick', async ({ operand }) => ({ read: operand === null }))
        host.action('set', async ({ operand }) => ({ [operand]: true }))
        host.action('mention', async ({ entryId, operand }, { entry }) =>
          (await entry(entryId)).entry.title.includes(operand) ? { starred: true } : {})`,
    })
    for (const user of [plugin.user, other]) await installBundle(user, bundle)
    await putRule(plugin.user, 'guest:mention=a=b:c', 'guest:set=read')
    await putRule(other, 'guest:mention=gold', 'guest:set=starred', 'guest:mention=tea')
    await arrive(draft('tea a=b:c', 1), draft('gold', 1), draft('salt', 1))
    expect(await titles(plugin.user, 'collections')).toEqual(['tea a=b:c'])
    expect(await titles(plugin.user, 'reads')).toEqual(['gold', 'salt', 'tea a=b:c'])
    expect(await titles(other, 'collections')).toEqual(['gold', 'salt', 'tea a=b:c'])
    expect(await titles(other, 'reads')).toEqual([])
    expect(await deliveries(other)).toContainEqual(
      expect.objectContaining({ plugin: 'guest', action: 'mention', operand: 'gold', state: 'delivered' }),
    )
    const bad = [
      'mention',
      'mention=',
      'mention=longer than it may be',
      'set=deleted',
      'set=',
      'set',
      'pick=now',
    ]
    await putRule(plugin.user, ...bad.map((action) => `guest:${action}`))
    await arrive(draft('later', 1))
    const refused = (await deliveries(plugin.user)).filter(({ state }) => state === 'failed')
    expect(
      refused.map(({ action, operand }) => (operand === null ? action : `${action}=${operand}`)),
    ).toEqual(expect.arrayContaining(bad))
    expect(new Set(refused.map(({ words }) => (words as { key: string }).key))).toEqual(
      new Set(['plugin.badActionOperand']),
    )
    expect(await titles(plugin.user, 'collections')).toEqual(['tea a=b:c'])
    expect(await titles(plugin.user, 'reads')).toEqual(['gold', 'salt', 'tea a=b:c'])
    const providers = await dataOf<{ plugin: string; actions: object }[]>(
      await plugin.user.request('/plugins/rules'),
    )
    expect(providers.find((one) => one.plugin === 'guest')?.actions).toMatchObject({
      mention: { operand: { type: 'text', maxLength: 10 } },
      set: { operand: { type: 'choice', choices: ['read', 'starred'] } },
      pick: { operand: null },
    })
    const long = await putRule(plugin.user, `guest:mention=${'x'.repeat(1100)}`)
    expect(long.status).toBe(400)
  }, 180_000)
})

test.each([
  ['without its permission', pick, ['entries:read'], { key: 'plugin.forbidden' }],
  ['that says something else', `async () => ({ read: 'yes' })`, undefined, { key: 'plugin.badAction' }],
  [
    'that throws',
    `async () => { throw new TypeError('a mistake') }`,
    undefined,
    { key: 'plugin.halfFailed', values: { reason: 'a mistake' } },
  ],
])('an action %s changes nothing and says why', async (_, handler, granted, words) => {
  await start()
  await install(plugin.user, handler, granted)
  await putRule(plugin.user, 'guest:pick', 'guest:other', 'nowhere:pick')
  await arrive(draft('tea', 1))
  expect(await titles(plugin.user, 'collections')).toEqual([])
  expect(await uses(plugin.user)).toEqual([])
  const all = await deliveries(plugin.user)
  expect(all.find((one) => one.plugin === 'guest' && one.action === 'pick')).toMatchObject({
    state: 'failed',
    words,
  })
  expect(all.find(({ action }) => action === 'other')?.words).toEqual({ key: 'plugin.noAction' })
  expect(all.find((one) => one.plugin === 'nowhere')?.words).toEqual({ key: 'plugin.missing' })
  const providers = await dataOf<{ plugin: string; actions: object }[]>(
    await plugin.user.request('/plugins/rules'),
  )
  expect(providers.find((one) => one.plugin === 'guest')?.actions).toEqual({
    pick: { operand: null, problem: words },
  })
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../../tests/support/command-line.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { makeShelf, tokenOf, type Shelf } from '../../../tests/support/sync.ts'
import { tokenScopes, type TokenScope } from '../../contract/token-scopes.ts'
import type { Environment } from '../command.ts'
import { builtInPlugins } from '../../server/plugins/load-manifests.ts'
import { readerCommands } from './reader-commands.ts'

describe('a server', () => {
  let server: TestServer
  let shelf: Shelf
  let other: Shelf
  beforeAll(async () => {
    server = await startTestServer({ listen: true })
    shelf = await makeShelf(server)
    other = await makeShelf(server)
  })
  afterAll(() => server.close())

  /** Runs a command of the reader with a token of its user. */
  const lectern = async (
    line: string,
    {
      user = shelf.user,
      scopes = tokenScopes,
      ...changed
    }: Partial<Environment> & {
      readonly user?: Shelf['user']
      readonly scopes?: readonly TokenScope[]
    } = {},
    options: readonly string[] = [],
  ) => {
    const { password } = await tokenOf(server, user, { scopes })
    return runCommand(['run', line, '--json', ...options], {
      env: { LECTERN_URL: server.url, LECTERN_TOKEN: password },
      readerCommands: async () => readerCommands,
      ...changed,
    })
  }
  const dataOf = async <T>(user: Shelf['user'], path: string) =>
    ((await (await user.request(path)).json()) as { data: T }).data
  const titles = async (user: Shelf['user']) =>
    (await dataOf<{ title: string | null; category: string | null }[]>(user, '/subscriptions'))
      .map(({ title, category }) => `${title ?? '-'} ${category ?? '-'}`)
      .toSorted()

  test('a command changes what its arguments name, of the token’s own user alone', async () => {
    const before = await titles(other.user)
    const renamed = await lectern('subscription:rename First "Kitchen Letters"')
    expect([renamed.code, renamed.error]).toEqual([0, ''])
    expect(JSON.parse(renamed.out)).toMatchObject({ changed: ['subscriptions.update'] })
    expect((await lectern('subscription:move subscriptions:"kitchen letters" category:Europe')).code).toBe(0)
    expect(await titles(shelf.user)).toContain('Kitchen Letters Europe')
    expect(await titles(other.user)).toEqual(before)
    expect((await lectern('label:create "To do" color:red')).code).toBe(0)
    expect(await dataOf(shelf.user, '/labels')).toMatchObject([{ name: 'To do', color: 'red' }])
    expect(await dataOf(other.user, '/labels')).toEqual([])
  }, 180_000)

  test('rules are switched by their names', async () => {
    const rules = [
      { name: 'Stars', condition: [], result: { star: true } },
      { name: 'Silence', condition: [], result: { silence: true } },
    ]
    for (const { user } of [shelf, other]) await user.request('/actions', { method: 'PUT', body: { rules } })
    // Rules are replaced as a whole, which tokens confirm.
    const toggled = await lectern('rules:toggle silence', { askYes: async () => true })
    expect([toggled.code, toggled.error]).toEqual([0, ''])
    const offOf = async ({ user }: Shelf) =>
      (await dataOf<{ rules: { name: string; result: { disabled?: boolean } }[] }>(user, '/actions')).rules
        .filter(({ result }) => result.disabled === true)
        .map(({ name }) => name)
    expect(await offOf(shelf)).toEqual(['Silence'])
    expect(await offOf(other)).toEqual([])
  }, 180_000)

  test('what a token may not do is refused by the server, and what is deleted is confirmed', async () => {
    const before = await titles(shelf.user)
    const refused = await lectern('subscription:rename Mine New', { scopes: ['read', 'mark'] })
    expect(refused.code).toBe(1)
    expect(await titles(shelf.user)).toEqual(before)
    const unconfirmed = await lectern('subscription:unfollow Third')
    expect([unconfirmed.code, await titles(shelf.user)]).toEqual([2, before])
    expect((await lectern('subscription:unfollow Third', { askYes: async () => true })).code).toBe(0)
    expect(await titles(shelf.user)).toHaveLength(before.length - 1)
    expect(await titles(other.user)).toHaveLength(before.length)
  }, 180_000)

  test('its pipelines run on the entries of the own user, and set rather than toggle', async () => {
    const mine = await makeShelf(server)
    type Row = { read: boolean; collections?: unknown; labels?: readonly string[] }
    const stateOf = async ({ user }: Shelf) => {
      const body = { q: 'in:News', limit: 100 }
      const response = await user.request('/entries/search', { method: 'POST', body })
      const { data } = (await response.json()) as { data: Row[] }
      return data.map(({ read, collections, labels = [] }) => [read, collections !== undefined, ...labels])
    }
    const before = await stateOf(other)
    const line = 'in:News is:unread | entry:label "Read later" | star | entry:read'
    const dry = await lectern(line, { user: mine.user }, ['--dry-run'])
    expect([dry.code, dry.error]).toEqual([0, ''])
    expect(JSON.parse(dry.out)).toMatchObject({ selected: 4, dryRun: true })
    expect(await stateOf(mine)).toEqual(before)

    const [first = ''] = mine.entries
    await mine.user.request('/labels', { method: 'POST', body: { name: 'Read later' } })
    await mine.user.request('/labels/entries', {
      method: 'POST',
      body: { name: 'Read later', entryIds: [first] },
    })
    const ran = await lectern(line, { user: mine.user })
    expect([ran.code, ran.error]).toEqual([0, ''])
    expect(JSON.parse(ran.out)).toEqual({
      query: 'in:News is:unread',
      selected: 4,
      dryRun: false,
      steps: [
        { step: 'entry:label "Read later"', entries: 3 },
        { step: 'star', entries: 4 },
        { step: 'entry:read', entries: 4 },
      ],
    })
    expect(await stateOf(mine)).toEqual(Array.from({ length: 4 }, () => [true, true, 'Read later']))
    expect(await stateOf(other)).toEqual(before)

    const unlabelled = await lectern('in:News | entry:unlabel "Read later"', { user: mine.user })
    expect([unlabelled.code, unlabelled.error]).toEqual([0, ''])
    expect(await stateOf(mine)).toEqual(Array.from({ length: 4 }, () => [true, true]))
  }, 180_000)

  test('a pipeline changes nothing where a step cannot be read or the token may not', async () => {
    for (const [line, words] of [
      ['in:News | entry:dance', 'is no command on entries'],
      ['in:News | entry:label', 'entry:label\\" cannot be read.'],
      ['in:News | entry:read | unstar', 'unstar\\" cannot be read.'],
      ['in:News | entry:read-above', 'entry:read-above\\" cannot be read.'],
      ['is:nonsense | entry:read', 'The query cannot be read: “is” cannot be “nonsense”.'],
    ] as const)
      expect(await lectern(line), line).toMatchObject({ code: 2, error: expect.stringContaining(words) })
    const refused = await lectern('in:News | entry:star', { scopes: ['read'], user: other.user })
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('needs the scope') })
  }, 180_000)

  test.each([
    ['subscription:rename', 'subscriptions is missing'],
    ['subscription:rename Nowhere New', 'cannot be read'],
    ['subscription:dance First', 'A pipeline is a query and commands'],
    ['entry:open-in-browser', "needs the reader's screen"],
    ['subscription:mark-all-as-read', "needs the reader's screen"],
    ['settings:toggle-unread-only', "needs the reader's screen, or is not open to tokens"],
  ])('%s is refused in words', async (line, words) => {
    const { code, error } = await lectern(line)
    expect([code, error]).toEqual([2, expect.stringContaining(words)])
  })
})

test('a command of the reader is not tried: it would be carried out', async () => {
  const { code, error } = await runCommand(['run', '--dry-run', 'label:create Work'], {
    readerCommands: async () => readerCommands,
  })
  expect([code, error]).toEqual([2, '--dry-run is for pipelines: this is one command.'])
})

test.runIf(existsSync(join(builtInPlugins, 'readwise')))(
  'the commands of one plugin are listed',
  async () => {
    const list = (plugin: string) =>
      runCommand(['run', '--list', plugin], { readerCommands: async () => readerCommands })
    const { out } = await list('readwise')
    expect(out.match(/^\S.*$/gm)).toEqual([
      'QUERY | integration:save-to-readwise',
      'readwise:send-highlights',
      'readwise:check-token',
    ])
    expect(await list('nothing')).toMatchObject({
      error: expect.stringMatching(/These have: .*readwise/) as unknown,
    })
  },
)

test('all commands that need no screen are listed with their arguments', async () => {
  const { out } = await runCommand(['run', '--list'], { readerCommands: async () => readerCommands })
  expect(out).toContain('subscription:rename subscriptions title')
  expect(out).toContain('rules:toggle rule')
  expect(out).toMatch(/^QUERY \| entry:label label$/m)
  expect(out).not.toMatch(/^(settings|layout|entry|go):/m)
})

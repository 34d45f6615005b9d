import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Highlight } from '../contract/highlights.ts'
import { runCommand, type CommandResult } from '../../tests/support/command-line.ts'
import { memoryFeeds, type Document } from '../../tests/support/library.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../tests/support/server.ts'
import { makeShelf, tokenOf, type Shelf } from '../../tests/support/sync.ts'
import { tokenScopes } from '../contract/token-scopes.ts'
import type { Environment } from './command.ts'
import { commands } from './commands/index.ts'
import { createFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
const documents = new Map<string, Document>([
  ['https://new.example/feed', { title: 'New \u001b[31mfeed', entries: [{ guid: 'a', title: 'A' }] }],
])
let server: TestServer
let shelf: Shelf
let other: Shelf
let tokens: Readonly<Record<'all' | 'read' | 'other', string>>

beforeAll(async () => {
  server = await startTestServer({ listen: true, feeds: memoryFeeds(documents, () => server.storage) })
  shelf = await makeShelf(server)
  other = await makeShelf(server)
  tokens = {
    all: (await tokenOf(server, shelf.user, { scopes: tokenScopes })).password,
    read: (await tokenOf(server, shelf.user, { scopes: ['read'] })).password,
    other: (await tokenOf(server, other.user, { scopes: tokenScopes })).password,
  }
})
beforeEach(async () => {
  await shelf.user.request('/reads', { method: 'DELETE', body: { entryIds: shelf.entries } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Runs a command line in this process. */
const lectern = (words: readonly string[], changed: Partial<Environment> = {}): Promise<CommandResult> =>
  runCommand(words, {
    env: { LECTERN_URL: server.url, LECTERN_TOKEN: tokens.all },
    accountFile: join(folder, 'account.json'),
    files: createFiles(folder),
    ...changed,
  })
const as = (token: keyof typeof tokens): Partial<Environment> => ({
  env: { LECTERN_URL: server.url, LECTERN_TOKEN: tokens[token] },
})
const json = async (words: readonly string[], changed?: Partial<Environment>) => {
  const { code, out, error } = await lectern([...words, '--json'], changed)
  expect([code, error]).toEqual([0, ''])
  return JSON.parse(out) as Record<string, unknown>
}
const idsOf = ({ entries }: Record<string, unknown>) =>
  (entries as { id: string }[]).map(({ id }) => id).toSorted()

describe('reading', () => {
  test('entries are labelled, found by the label, and the label is taken off', async () => {
    const entry = shelf.entries[0] ?? ''
    await lectern(['label', 'Work/Later', entry])
    expect(idsOf(await json(['search', 'label:work']))).toEqual([entry])
    expect((await lectern(['labels'])).out).toBe('Work  1, 1 unread\nWork/Later  1, 1 unread')
    await lectern(['rename-label', 'work', 'Job'])
    await lectern(['unlabel', 'job/later', entry])
    expect((await lectern(['search', 'label:job'])).out).toBe('No entries.')
    await lectern(['delete-label', 'job'])
    expect((await lectern(['labels'])).out).toBe('You have no labels.')
  })

  test('entries are highlighted and noted, found by it, listed, and deleted', async () => {
    const entry = shelf.entries[1] ?? ''
    await lectern(['highlight', entry, '--color', 'green', '--note', 'why *so*', 'Text', '1'])
    await lectern(['note', entry, 'about', 'all'])
    expect(idsOf(await json(['search', 'note:"about all" has:highlight']))).toEqual([entry])
    const { highlights } = (await json(['highlights', '--query', 'why'])) as { highlights: Highlight[] }
    expect(highlights).toMatchObject([{ quote: { exact: 'Text 1' }, color: 'green', note: 'why *so*' }])
    const { out } = await lectern(['highlights', '--entry', entry, '--markdown'])
    expect(out).toContain('> Text 1\n\nwhy *so*\n\nabout all')
    expect((await lectern(['highlights', '--entry', shelf.entries[2] ?? ''])).out).toBe(
      'You have no such highlights.',
    )
    await lectern(['delete-highlight', highlights[0]?.id ?? ''])
    expect((await lectern(['highlights', '--entry', entry])).out).toMatch(/about all$/)
  })

  test('entries are listed by feed, folder, view, read state and star', async () => {
    const [first = '', , third = ''] = shelf.feeds
    expect(idsOf(await json(['list', '--folder', 'News']))).toEqual(shelf.entries.slice(0, 4).toSorted())
    expect(idsOf(await json(['list', '--folder', 'News', '--view', 'social']))).toEqual(
      shelf.entries.slice(2, 4).toSorted(),
    )
    expect(idsOf(await json(['list', '--feed', 'third']))).toEqual(shelf.entries.slice(4).toSorted())
    expect(idsOf(await json(['list', '--feed', first, '--limit', '1']))).toHaveLength(1)
    await lectern(['mark', 'read', shelf.entries[4] ?? ''])
    expect(idsOf(await json(['list', '--feed', third, '--unread']))).toEqual([shelf.entries[5]])
    await lectern(['star', shelf.entries[0] ?? ''])
    expect(idsOf(await json(['list', '--starred']))).toEqual([shelf.entries[0]])
    await lectern(['unstar', shelf.entries[0] ?? ''])
    expect((await lectern(['list', '--starred'])).out).toBe('No entries.')
  })

  test('an account is written to a file, and read again without a change', async () => {
    const { out } = await lectern(['account', 'export', 'mine.jsonl.gz'])
    expect(out).toMatch(/^Written to mine/)
    expect((await lectern(['account', 'export', 'mine.jsonl.gz'])).code).not.toBe(0)
    const { account } = (await json(['account', 'export'])) as { account: string }
    expect(account.split('\n')[0]).toBe('{"lectern":"account","version":1}')
    const again = ['account', 'import', 'mine.jsonl.gz']
    expect((await lectern(again)).error).toMatch(/--yes/)
    expect((await lectern([...again, '--yes'])).out).toBe('Everything in the file was here already.')
    expect(await json(['account', 'export'])).toEqual({ account })
  })

  test('a query selects entries, page by page, and can count', async () => {
    const query = ['search', 'feed:First', 'OR', 'feed:Mine', '--limit', '3', '--count']
    const page = await json(query)
    expect(page).toMatchObject({ total: 4, cursor: expect.any(String) })
    const next = await json([...query, '--cursor', String(page['cursor'])])
    expect([...idsOf(page), ...idsOf(next)].toSorted()).toEqual(shelf.entries.slice(0, 4).toSorted())
    expect(await lectern(['search', 'is:nonsense'])).toMatchObject({
      code: 1,
      error: expect.stringMatching(/nonsense/),
    })
  })

  test('an entry is read as text', async () => {
    const { out } = await lectern(['read', shelf.entries[0] ?? ''])
    expect(out).toMatch(/^0\nFirst\nAda\nhttps:\/\/first.example\/0\n[\s\S]*\n\nText 0$/)
    expect(await json(['read', shelf.entries[0] ?? ''])).toMatchObject({ text: 'Text 0' })
  })

  test('the feeds are listed with their folders', async () => {
    expect((await lectern(['feeds'])).out).toMatch(/First {2}\[News\]/)
    expect((await json(['feeds']))['feeds']).toMatchObject([
      { feedId: shelf.feeds[0] },
      { feedId: shelf.feeds[1], title: 'Mine' },
      { feedId: shelf.feeds[2], folder: null },
    ])
  })
})

describe('changing', () => {
  const unread = async () => idsOf(await json(['search', 'is:unread']))

  test('entries are marked read and unread, alone and all of a folder', async () => {
    await lectern(['mark', 'read', ...shelf.entries.slice(0, 2)])
    expect(await unread()).toEqual(shelf.entries.slice(2).toSorted())
    await lectern(['mark', 'unread', shelf.entries[0] ?? ''])
    expect(await unread()).toContain(shelf.entries[0])
    expect((await lectern(['mark-all', '--folder', 'News'])).out).toBe('Marked 3 entries read.')
    expect(await unread()).toEqual(shelf.entries.slice(4).toSorted())
    expect((await lectern(['mark-all'])).code).toBe(2)
    expect((await lectern(['mark-all', '--everything'])).code).toBe(0)
  })

  test('a feed is followed and unfollowed, and its title cannot steer the terminal', async () => {
    const { code, out } = await lectern(['follow', 'https://new.example/feed', '--folder', 'Later'])
    expect([code, out]).toEqual([0, expect.stringMatching(/^Following New \[31mfeed \(\d+\)\.$/)])
    const { feeds } = (await json(['feeds'])) as { feeds: { url: string; folder: string }[] }
    expect(feeds).toContainEqual(
      expect.objectContaining({ url: 'https://new.example/feed', folder: 'Later' }),
    )
    expect((await lectern(['unfollow', 'https://new.example/feed', '--yes'])).code).toBe(0)
    expect(await lectern(['unfollow', 'https://new.example/feed', '--yes'])).toMatchObject({
      code: 1,
      error: 'You follow no feed "https://new.example/feed".',
    })
  })

  test('a feed is unfollowed only when its user says so', async () => {
    const words = ['unfollow', 'Third']
    expect(await lectern(words)).toMatchObject({ code: 2, error: expect.stringContaining('--yes') })
    const questions: string[] = []
    const askYes = async (question: string) => {
      questions.push(question)
      return false
    }
    expect(await lectern(words, { askYes })).toMatchObject({
      code: 1,
      error: 'Nothing was deleted: it was not confirmed.',
    })
    expect(questions).toEqual(['unfollow Third: this deletes something. Go on?'])
    expect((await lectern(['feeds'])).out).toContain('Third')
    expect(await lectern(words, { askYes: async () => true })).toMatchObject({ code: 0 })
    expect((await lectern(['feeds'])).out).not.toContain('Third')
    await shelf.user.request('/subscriptions', { method: 'POST', body: { feedId: shelf.feeds[2], view: 0 } })
  })

  test('an OPML is imported, and what is followed is exported to a new file', async () => {
    const opml =
      '<opml version="2.0"><body><outline text="New" xmlUrl="https://new.example/feed"/></body></opml>'
    writeFileSync(join(folder, 'feeds.opml'), opml)
    expect((await lectern(['import', 'feeds.opml'])).out).toBe(
      '1 followed, 0 followed before, 0 not readable.',
    )
    expect((await lectern(['import', 'feeds.opml'])).out).toBe(
      '0 followed, 1 followed before, 0 not readable.',
    )
    expect((await lectern(['export', 'mine.opml'])).code).toBe(0)
    expect(readFileSync(join(folder, 'mine.opml'), 'utf8')).toContain('https://new.example/feed')
    expect((await lectern(['export'])).out).toContain('https://new.example/feed')
    await shelf.user.request('/labels', { method: 'POST', body: { name: 'of the file' } })
    expect((await lectern(['export'])).out).toContain('lectern:label')
    expect((await lectern(['export', '--plain'])).out).not.toContain('lectern:')
    await shelf.user.request('/labels', { method: 'DELETE', body: { name: 'of the file' } })
    expect((await lectern(['export', 'mine.opml'])).code).toBe(1)
    expect((await lectern(['import', 'missing.opml'])).code).toBe(1)
    await lectern(['unfollow', 'https://new.example/feed', '--yes'])
  })

  test('an export of another reader is imported with its entries, and only once', async () => {
    const { user } = await makeShelf(server)
    const { password } = await tokenOf(server, user, { scopes: tokenScopes })
    const mine = { env: { LECTERN_URL: server.url, LECTERN_TOKEN: password } }
    const item = (guid: string, ...marks: string[]) => ({
      guid,
      title: `Title ${guid}`,
      canonical: [{ href: `https://new.example/${guid}` }],
      categories: marks.map((mark) => `user/-/state/com.google/${mark}`),
      origin: { streamId: 'feed/https://new.example/feed', title: 'New' },
    })
    const file = { items: [item('a', 'read', 'starred'), item('gone', 'starred'), 7] }
    writeFileSync(join(folder, 'starred.json'), JSON.stringify(file))
    expect((await lectern(['import', 'starred.json'], mine)).out).toBe(
      [
        'Feeds: 1 followed, 0 followed before, 0 not readable.',
        'Entries: 1 found in feeds, 1 saved as pages, 0 there before, 0 failed.',
        'Line 3: This is no entry.',
      ].join('\n'),
    )
    expect((await lectern(['search', 'is:starred is:read'], mine)).out).toContain(': A')
    expect(await json(['import', 'starred.json'], mine)).toMatchObject({
      feeds: { conflictItems: [{ url: 'https://new.example/feed' }] },
      entries: [
        { title: 'Title a', outcome: 'present' },
        { title: 'Title gone', outcome: 'present' },
      ],
      unread: [{ line: 3 }],
    })
    writeFileSync(join(folder, 'broken.json'), '{"items": [')
    expect(await lectern(['import', 'broken.json'], mine)).toMatchObject({
      code: 1,
      error: expect.stringContaining('damaged or cut off'),
    })
  })

  test('rules are tried without a change', async () => {
    const rules = [{ name: 'Stars', condition: [], result: { star: true } }]
    writeFileSync(join(folder, 'rules.json'), JSON.stringify(rules))
    expect((await lectern(['rules', 'dry-run', 'rules.json'])).out).toBe('6 of 6 entries.\nStars: 6')
    expect((await lectern(['list', '--starred'])).out).toBe('No entries.')
    writeFileSync(join(folder, 'rules.json'), '[{"name": 7}]')
    expect(await lectern(['rules', 'dry-run', 'rules.json'])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/name/),
    })
    expect((await lectern(['rules', 'list'])).out).toBe('You have no rules.')
  })
})

describe('any call', () => {
  test('takes its input as an argument, from the standard input, and with a file', async () => {
    expect(await json(['call', 'reads.totalCount'])).toMatchObject({
      code: 0,
      data: { count: expect.any(Number) },
    })
    const input = JSON.stringify({ feedIdList: [shelf.feeds[0]] })
    const listed = await json(['call', 'entries.list', '-'], { readInput: async () => input })
    expect(listed['data']).toHaveLength(2)
    writeFileSync(
      join(folder, 'one.opml'),
      '<opml><body><outline xmlUrl="https://one.example/"/></body></opml>',
    )
    expect(await json(['call', 'subscriptions.parseOpml', '--file', 'one.opml'])).toMatchObject({
      data: { subscriptions: [{ url: 'https://one.example/' }] },
    })
  })

  test.each([
    [['call', 'entries.list', '{'], 'The input has to be a JSON object.'],
    [['call', 'entries.list', '[]'], 'The input has to be a JSON object.'],
    [['call', 'entries.get', '{}'], /^id: /],
    [['call', 'appPasswords.create', '{"name":"x"}'], /^CALL is one of: /],
  ])('%j is refused before anything is sent', async (words, message) => {
    const { code, error } = await lectern(words, { fetch: () => Promise.reject(new Error('sent')) })
    expect([code, error]).toEqual([2, typeof message === 'string' ? message : expect.stringMatching(message)])
  })
})

describe('who may what', () => {
  test('another user reaches none of the entries', async () => {
    const [entry = ''] = shelf.entries
    const [feed = ''] = shelf.feeds
    expect(idsOf(await json(['list'], as('other')))).not.toContain(entry)
    expect(idsOf(await json(['search', ''], as('other')))).toEqual([...other.entries].toSorted())
    expect((await lectern(['list', '--feed', feed], as('other'))).code).toBe(1)
    expect((await lectern(['unfollow', feed, '--yes'], as('other'))).code).toBe(1)
    await lectern(['mark', 'read', entry], as('other'))
    await lectern(['star', entry], as('other'))
    expect(idsOf(await json(['search', 'is:unread']))).toContain(entry)
    expect((await lectern(['list', '--starred'])).out).toBe('No entries.')
  })

  test.each([
    [['mark', 'read', '1'], 'mark'],
    [['star', '1'], 'mark'],
    [['mark-all', '--everything'], 'mark'],
    [['follow', 'https://new.example/feed'], 'manage'],
    [['unfollow', 'First'], 'manage'],
    [['rules', 'dry-run'], 'manage'],
  ])('a token that only reads is refused for %j in words', async (words, scope) => {
    expect(await lectern(words, as('read'))).toMatchObject({
      code: 1,
      error: expect.stringContaining(`needs the scope "${scope}"`),
    })
  })

  test('a wrong token, and a server that is not there, have their own exit codes', async () => {
    const env = { LECTERN_URL: server.url, LECTERN_TOKEN: 'aaaaa-aaaaa-aaaaa-aaaaa' }
    expect(await lectern(['list'], { env })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/not valid/),
    })
    expect(await lectern(['list'], { env: { ...env, LECTERN_URL: 'http://127.0.0.1:1' } })).toEqual({
      code: 3,
      out: '',
      error: 'The server cannot be reached.',
    })
    const page = async () => new Response('<h1>Hello</h1>', { status: 404 })
    expect((await lectern(['list'], { fetch: page })).code).toBe(3)
  })
})

/** What the page does when its user agrees. @returns the address that the browser opens next */
async function answerInBrowser(page: string, answer: object): Promise<string> {
  const parameters = new URL(page).searchParams
  const response = await shelf.user.request('/authorizations', {
    method: 'POST',
    body: {
      responseType: parameters.get('response_type'),
      clientId: parameters.get('client_id'),
      redirectUri: parameters.get('redirect_uri'),
      codeChallenge: parameters.get('code_challenge'),
      codeChallengeMethod: parameters.get('code_challenge_method'),
      state: parameters.get('state'),
      ...answer,
    },
  })
  const { data } = (await response.json()) as { data: { address: string } }
  return data.address
}

describe('signing in', () => {
  const signedOut = { env: {} }

  test('a token is stored for its user alone, used, and forgotten', async () => {
    expect(await lectern(['list'], signedOut)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/login/),
    })
    expect(await lectern(['login', `${server.url}/`, '--token', tokens.read], signedOut)).toMatchObject({
      code: 0,
      out: `Signed in to ${server.url}.`,
    })
    expect(statSync(join(folder, 'account.json')).mode & 0o777).toBe(0o600)
    expect((await lectern(['status'], signedOut)).out).toMatch(/unread\.$/)
    expect((await lectern(['feeds'], signedOut)).out).toContain('First')
    await lectern(['logout'], signedOut)
    expect((await lectern(['list'], signedOut)).code).toBe(2)
  })

  test('a token is read from the standard input', async () => {
    const changed = { ...signedOut, readInput: async () => `${tokens.all}\n` }
    expect((await lectern(['login', server.url, '--token', '-'], changed)).code).toBe(0)
    await lectern(['logout'], signedOut)
  })

  test('a user lets the command line in on a page of the browser, and chooses what it may do', async () => {
    const openBrowser = (page: string) =>
      void answerInBrowser(page, { scopes: ['read'], password: PASSWORD }).then((address) => fetch(address))
    const words = ['login', server.url, '--scopes', 'read,mark']
    expect(await lectern(words, { ...signedOut, openBrowser })).toMatchObject({
      code: 0,
      out: `Signed in to ${server.url}.`,
      error: expect.stringContaining(`${server.url}/authorize?`),
    })
    expect((await lectern(['feeds'], signedOut)).out).toContain('First')
    expect((await lectern(['star', shelf.entries[0] ?? ''], signedOut)).error).toContain('needs the scope')
    await lectern(['logout'], signedOut)
  })

  test('nothing is stored where the user refuses, and a page without the state changes nothing', async () => {
    const openBrowser = (page: string) =>
      void (async () => {
        const { searchParams } = new URL(page)
        const back = searchParams.get('redirect_uri') ?? ''
        expect((await fetch(`${back}?code=stolen`)).status).toBe(404)
        await fetch(`${back}?error=access_denied&state=${searchParams.get('state')}`)
      })()
    expect(await lectern(['login', server.url], { ...signedOut, openBrowser })).toMatchObject({
      code: 1,
      error: expect.stringContaining('was not let in'),
    })
    expect((await lectern(['list'], signedOut)).code).toBe(2)
  })

  test('a server that is not there, or is no Lectern, is said to be so', async () => {
    expect(await lectern(['login', 'http://127.0.0.1:1'], signedOut)).toMatchObject({
      code: 3,
      error: 'The server cannot be reached.',
    })
    const page = async () => new Response('<h1>Hello</h1>')
    expect((await lectern(['login', server.url], { ...signedOut, fetch: page })).code).toBe(3)
    expect((await lectern(['login', server.url, '--scopes', 'all'], signedOut)).code).toBe(2)
  })

  test('a wrong token is not stored', async () => {
    const words = ['login', server.url, '--token', 'aaaaa-aaaaa-aaaaa-aaaaa']
    expect((await lectern(words, signedOut)).code).toBe(1)
    expect((await lectern(['list'], signedOut)).code).toBe(2)
    expect((await lectern(['login', 'reader', '--token', 'x'], signedOut)).code).toBe(2)
  })
})

describe('usage', () => {
  test.each([
    [['nonsense'], /There is no command "nonsense"/],
    [['rules', 'nonsense'], /There is no command "rules nonsense"/],
    [['list', '--nonsense'], /nonsense/],
    [['list', '--view', 'nonsense'], /--view is one of: article/],
    [['list', '--limit', '0'], /--limit/],
    [['list', 'more'], /does not know what "more" is/],
    [['read'], /read needs ENTRY/],
    [['mark', 'seen', '1'], /STATE is one of: read, unread/],
  ])('%j is a usage error', async (words, error) => {
    expect(await lectern(words)).toMatchObject({ code: 2, out: '', error: expect.stringMatching(error) })
  })

  test('an error is JSON with --json', async () => {
    const { error } = await lectern(['read', '1', '--json'])
    expect(JSON.parse(error)).toEqual({ code: 1, error: 'Entry not found' })
  })

  test('help names every command, and each command names its options and scopes', async () => {
    const { out } = await lectern(['help'])
    for (const { name, summary } of commands) {
      expect(out).toContain(summary)
      expect((await lectern([...name.split(' '), '--help'])).out).toMatch(/--json/)
    }
    expect((await lectern(['help', 'mark'])).out).toMatch(
      /read\|unread ENTRY …[\s\S]*Scopes of the token: mark\./,
    )
  })

  test('help on the first word of several commands lists these', async () => {
    const { code, out } = await lectern(['help', 'rules'])
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.split(/ {2,}(?=\S)/).filter(Boolean))).toEqual([
      ['lectern rules COMMAND …'],
      [],
      ['rules list', 'List your rules.'],
      ['rules dry-run [FILE]', expect.stringContaining('Nothing is changed.')],
    ])
    expect((await lectern(['rules'])).out).toBe(out)
    expect((await lectern(['rules', '--help'])).out).toBe(out)
    expect((await lectern(['help', 'rules', 'list'])).out).toMatch(/^lectern rules list\n/)
    expect((await lectern(['help', 'nonsense'])).out).toMatch(/^lectern COMMAND/)
  })

  test('the program runs, also as a package’s binary', async () => {
    // Not synchronously: the server is in this process, and would close connections that wait meanwhile.
    const run = promisify(execFile)
    const env = {
      ...process.env,
      LECTERN_URL: server.url,
      LECTERN_TOKEN: tokens.all,
      XDG_CONFIG_HOME: folder,
    }
    for (const file of ['main.ts', 'bin.mjs']) {
      const path = join(import.meta.dirname, file)
      expect((await run(process.execPath, [path, 'help'], { env })).stdout).toMatch(/^lectern COMMAND/)
      await expect(run(process.execPath, [path, 'nonsense'], { env })).rejects.toMatchObject({ code: 2 })
    }
  })
})

describe('run', () => {
  const state = async () => {
    const { entries } = await json(['list', '--limit', '100'])
    const all = entries as { id: string; read: boolean; starred: boolean }[]
    return {
      read: all.filter(({ read }) => read).length,
      starred: all.filter(({ starred }) => starred).length,
    }
  }
  afterEach(async () => {
    await lectern(['unstar', ...shelf.entries])
  })

  test('counts what each step would change, and changes nothing when it is dry', async () => {
    const [id = ''] = idsOf(await json(['search', 'in:News -is:starred']))
    expect((await lectern(['star', id])).code).toBe(0)
    const before = await state()
    const { code, out } = await lectern(['run', 'in:News | star | mark-read', '--dry-run'])
    expect([code, out]).toEqual([0, 'Selected 4 entries.\nstar: would change 3\nmark-read: would change 4'])
    expect(await state()).toEqual(before)
  })

  test('changes all entries of the query, step by step', async () => {
    const answer = await json(['run', 'is:unread in:News | star | mark read | mark unread | mark-read'])
    expect(answer).toEqual({
      query: 'is:unread in:News',
      selected: 4,
      dryRun: false,
      steps: [
        { step: 'star', entries: 4 },
        { step: 'mark read', entries: 4 },
        { step: 'mark unread', entries: 4 },
        { step: 'mark-read', entries: 4 },
      ],
    })
    expect(await state()).toEqual({ read: 4, starred: 4 })
    expect(await json(['run', 'is:unread in:News | star'])).toMatchObject({ selected: 0 })
  })

  test.each([
    ['is:unread', /A pipeline is a query and commands/],
    ['| star', /A pipeline is a query and commands/],
    ['| entry:star', /A pipeline is a query and commands/],
    ['is:unread | | ', /A pipeline is a query and commands/],
    ['is:unread | read', /"read" is no command on entries\. There are: mark, star, unstar, save, and/],
    ['is:unread | mark', /is written: mark read\|unread/],
    ['is:unread | save', /is written: save PLUGIN/],
    ['"a | b" title:"c | d"', /A pipeline is a query and commands/],
  ])('%j is written wrongly, and says how', async (line, message) => {
    const { code, error } = await lectern(['run', line])
    expect([code, error]).toEqual([2, expect.stringMatching(message)])
  })

  test('a token for reading runs no step, and a query that cannot be read runs nothing', async () => {
    const refused = await lectern(['run', 'in:News | star'], as('read'))
    expect(refused.code).toBe(1)
    expect((await lectern(['run', '(is:unread | star'])).code).toBe(1)
    expect(await state()).toMatchObject({ starred: 0 })
  })

  test('another user’s entries are not selected', async () => {
    expect(await json(['run', 'in:News | star'], as('other'))).toMatchObject({ selected: 4 })
    expect(await state()).toMatchObject({ starred: 0 })
  })
})

/** By shell: runs the script and completes the last word of the line. */
const completers: Readonly<Record<string, (script: string, line: string) => readonly string[]>> = {
  bash: (script, line) => {
    const words = line.split(' ')
    const typed = words.map((word) => `'${word}'`).join(' ')
    return [
      '-c',
      `${script}
COMP_WORDS=(${typed})
COMP_CWORD=${words.length - 1}
_lectern
printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]
  },
  // Its line editor filters by the word; here the test does.
  zsh: (script, line) => {
    const typed = line.split(' ').map((word) => `'${word}'`)
    return [
      '-f',
      '-c',
      `compdef() {}; compadd() { shift; print -l -- "$@" }; _files() { print -l -- *(N) }
${script}
words=(${typed.join(' ')})
CURRENT=${typed.length}
_lectern`,
    ]
  },
  fish: (script, line) => ['--no-config', '-c', `${script}\ncomplete --do-complete '${line}'`],
}

describe.each(Object.keys(completers))('completion in %s (skipped where it is not installed)', (shell) => {
  const isInstalled = spawnSync(shell, ['--version']).error === undefined
  const complete = async (line: string): Promise<string[]> => {
    const { out } = await lectern(['completion', shell])
    const begun = line.split(' ').at(-1) ?? ''
    const { stdout, stderr } = spawnSync(shell, completers[shell]?.(out, line) ?? [], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    })
    expect(stderr).toBe('')
    return stdout
      .split('\n')
      .map((text) => text.split('\t')[0] ?? '')
      .filter((text) => text !== '' && text.startsWith(begun))
  }

  test.skipIf(!isInstalled).each([
    ['lectern se', ['search']],
    ['lectern rules ', ['list', 'dry-run']],
    ['lectern list --v', ['--view']],
    ['lectern list --view so', ['social']],
    ['lectern mark un', ['unread']],
    ['lectern call entries.se', ['entries.search']],
    ['lectern call appP', []],
    ['lectern completion f', ['fish']],
  ])('%j is completed', async (line, words) => {
    const completed = await complete(line)
    // Each shell adds to a first word its description of the command.
    expect(completed.filter((word) => !word.startsWith('--') || line.includes('--')).toSorted()).toEqual(
      words.toSorted(),
    )
  })

  test.skipIf(!isInstalled)('files are completed where a file belongs', async () => {
    writeFileSync(join(folder, 'subscriptions.opml'), '')
    expect(await complete('lectern import subsc')).toEqual(['subscriptions.opml'])
  })
})

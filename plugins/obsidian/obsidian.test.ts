import { afterAll, beforeAll, expect, test } from 'vitest'
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'
import { fileNamesOf } from './server.ts'

/** Notes by path. */
const vault = new Map<string, string>()
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ method, path, body }) => {
    if (method === 'POST') {
      vault.set(path, `${vault.get(path)}${body}`)
      return { status: 204 }
    }
    if (method === 'PUT') {
      vault.set(path, body)
      return { status: 204 }
    }
    const note = vault.get(path)
    return note === undefined ? json(404, { errorCode: 40400 }) : { status: 200, body: note }
  })
  plugin = await startPluginServer('obsidian')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableObsidian: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Obsidian', setting: 'obsidianVaultPath' } },
  })
  const response = await plugin.set({
    values: { obsidianVaultPath: '/home/ada/My Vault', obsidianFolder: '../Reading' },
    secrets: { obsidianToken: 'a-key' },
  })
  expect(response.status).toBe(200)
})

/** An entry whose note does not fit into an address. */
async function arriveLong() {
  const content = `<p>${'A sentence. '.repeat(300)}</p>` as NonNullable<ParsedEntry['content']>
  await plugin.arrive([{ ...blank, guid: 'long', title: 'Long', url: 'https://example.org/long', content }])
  return plugin.server.storage.db
    .selectFrom('entries')
    .select('id')
    .where('guid', '=', 'long')
    .executeTakeFirstOrThrow()
}

const NOTE = `---
url: "https://example.org/a"
author: "Ada Lovelace"
publishedAt: "2026-11-01T08:00:00.000Z"
---

# A title

## One

A *story*.
`

test('without the API the browser opens an address that creates the note', async () => {
  const { output } = (await plugin.save()) as { output: { url: string; openAtOnce: boolean } }
  expect(output.openAtOnce).toBe(true)
  const url = new URL(output.url)
  expect(url.protocol + url.host).toBe('obsidian:new')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    vault: 'My Vault',
    file: 'Reading/a-title',
    content: NOTE,
  })
})

test('a note that is too long for an address is taken from the clipboard', async () => {
  const { id } = await arriveLong()
  const { output } = (await plugin.save({ entryId: id })) as {
    output: { url: string; openAtOnce: boolean; clipboard: string }
  }
  expect(output.openAtOnce).toBe(true)
  expect(output.url).toBe('obsidian://new?vault=My%20Vault&file=Reading%2Flong&clipboard')
  expect(output.clipboard).toContain('A sentence. A sentence.')
  // Whether it is saved is not known.
  const saves = await plugin.user.request(`/plugins/saves?entryId=${id}`)
  expect(await saves.json()).toMatchObject({ data: [] })
})

test('with the API the note is written, and one of the same name is never replaced', async () => {
  await plugin.set({ values: { obsidianEndpoint: service.url } })
  expect(await plugin.save()).toMatchObject({
    ok: true,
    output: { url: 'obsidian://open?vault=My%20Vault&file=Reading%2Fa-title.md', openAtOnce: false },
  })
  expect(service.requests.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/vault/Reading/a-title.md',
    body: NOTE,
    headers: { authorization: 'Bearer a-key', 'content-type': 'text/markdown' },
  })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.exists', values: { service: 'Obsidian', name: 'Reading/a-title.md' } },
  })
})

test('a note of another entry under the name is never replaced: where the title goes on, all of it names the file', async () => {
  vault.set('/vault/Reading/a-title.md', '# Another')
  const words = { key: 'outside.exists', values: { service: 'Obsidian', name: 'Reading/a-title.md' } }
  expect(await plugin.save()).toEqual({ ok: false, words })
  expect(vault.get('/vault/Reading/a-title.md')).toBe('# Another')
  const publishedAt = '2026-11-01T08:00:00.000Z'
  expect(fileNamesOf({ title: 'This Week in Rust 613', publishedAt })).toEqual([
    'this-week-in-rust-61.md',
    'this-week-in-rust-613.md',
  ])
})

test.each([
  ['A rather long title, with: punctuation', 'a-rather-long-title.md'],
  ['速報：新しい読書の道具', '速報-新しい読書の道具.md'],
  ['…', '2026-11-01.md'],
])('%j names the file %j', (title, name) => {
  expect(fileNamesOf({ title, publishedAt: '2026-11-01T08:00:00.000Z' })[0]).toBe(name)
})

test.each(refusals('Obsidian'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test('labels, star and highlights are in the note, and a later highlight is added to it', async () => {
  const path = '/vault/Reading/a-title.md'
  vault.delete(path)
  await plugin.label('work and play')
  await plugin.star()
  await plugin.highlight('One')
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(vault.get(path)).toContain('tags: ["work-and-play"]\nstarred: true\n---')
  expect(vault.get(path)?.endsWith('A *story*.\n\n> One\n')).toBe(true)
  await plugin.highlight('story', 'Good')
  expect(await plugin.save()).toMatchObject({ ok: true, output: { again: true } })
  expect(vault.get(path)?.endsWith('A *story*.\n\n> One\n\n> story\n\nGood\n')).toBe(true)
  const words = { key: 'outside.exists', values: { service: 'Obsidian', name: 'Reading/a-title.md' } }
  expect(await plugin.save()).toEqual({ ok: false, words })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { json, refusals, startService, type Service } from '../../tests/support/service.ts'
import { fileNameOf } from './note.ts'

const vault = new Set<string>()
let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(({ method, path }) => {
    if (method === 'PUT') {
      vault.add(path)
      return { status: 204 }
    }
    return vault.has(path) ? { status: 200, body: '# There' } : json(404, { errorCode: 40400 })
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

test.each([
  ['A rather long title, with: punctuation', 'a-rather-long-title.md'],
  ['速報：新しい読書の道具', '速報-新しい読書の道具.md'],
  ['…', '2026-11-01.md'],
])('%j names the file %j', (title, name) => {
  expect(fileNameOf({ title, publishedAt: '2026-11-01T08:00:00.000Z' })).toBe(name)
})

test.each(refusals('Obsidian'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

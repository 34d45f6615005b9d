import { expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/manifest.ts'
import en from './locales/en.json'
import { readFile } from './client.tsx'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a file becomes OPML of its feeds, its entries, and the lines that were not read', () => {
  const { opml, entries, unread } = readFile(
    bytes(
      JSON.stringify({
        id: 'user/-/state/com.google/starred',
        items: [{ title: 'A', origin: { streamId: 'feed/https://a.example/feed', title: 'The A' } }, 7],
      }),
    ),
  )
  expect(new TextDecoder().decode(opml ?? undefined)).toContain('xmlUrl="https://a.example/feed"')
  expect(entries).toMatchObject([{ title: 'A', starred: true, feedUrl: 'https://a.example/feed' }])
  expect(unread).toEqual([{ title: '#2', reason: 'line.notAnEntry' }])
  expect(en.line.notAnEntry).not.toBe('')
})

test('a broken file is refused in words', () => {
  expect(() => readFile(bytes('{"items": ['))).toThrow(new PluginRefusal('file.broken'))
  expect(en.file.broken).not.toBe('')
})

import { expect, test } from 'vitest'
import { linksIn } from './empty-account.tsx'

test('words in brackets are links by name, and all others stay as they are', () => {
  expect(linksIn('[Add](add) or look (here): [all](keys)')).toEqual([
    { name: 'add', label: 'Add' },
    ' or look (here): ',
    { name: 'keys', label: 'all' },
  ])
  expect(linksIn('plain')).toEqual(['plain'])
})

test('each language links the same four ways out of an empty account', async () => {
  for (const language of ['en', 'ja', 'zh-CN', 'zh-TW']) {
    const { timeline } = (await import(`../../../locales/${language}/app.json`)) as {
      timeline: { nothingFollowedWords: string }
    }
    const names = linksIn(timeline.nothingFollowedWords).flatMap((part) =>
      typeof part === 'string' ? [] : part.name,
    )
    expect(names).toEqual(['add', 'import', 'discover', 'keys'])
  }
})

import { expect, test } from 'vitest'
import type { EntryHead } from '../../model/rows.ts'
import { packIds } from '../../model/timeline/index.ts'
import { neighbourPictures } from './use-gallery-entry.ts'

const photo = (url: string, alt?: string) => ({ type: 'photo', url, ...(alt && { alt }) })
const entry = (id: string, media: readonly object[]): [string, EntryHead] => [
  id,
  { id, title: `Entry ${id}`, description: null, url: null, media, attachments: [] } as unknown as EntryHead,
]
const listed = {
  ids: packIds(['1', '2', '3', '4']),
  summaries: new Map([
    entry('1', [photo('https://p.example/1.png', 'A hill'), photo('https://p.example/1b.png')]),
    entry('2', []),
    entry('3', []),
    entry('4', []),
  ]),
  contents: new Map([['3', { content: '<p>Text <img src="https://p.example/3.png"></p>' }]]),
}

test('j and k go to the nearest entry with pictures: those of the feed, or else those in its text', () => {
  expect(neighbourPictures(listed, '1', 1)).toEqual({
    entryId: '3',
    pictures: [{ src: 'https://p.example/3.png', alt: 'Entry 3' }],
  })
  expect(neighbourPictures(listed, '3', -1)).toEqual({
    entryId: '1',
    pictures: [
      { src: 'https://p.example/1.png', alt: 'A hill' },
      { src: 'https://p.example/1b.png', alt: 'Entry 1' },
    ],
  })
})

test('at the ends of the list, and for an entry that is not in it, there is none', () => {
  expect(neighbourPictures(listed, '3', 1)).toBeNull()
  expect(neighbourPictures(listed, '1', -1)).toBeNull()
  expect(neighbourPictures(listed, '9', 1)).toBeNull()
})

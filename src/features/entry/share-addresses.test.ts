import { expect, test } from 'vitest'
import { shareAddresses } from './share-dialog.tsx'

test('an entry is shared by its page, in the reader, and by its public page', () => {
  const entry = { id: '7', feedId: '5', view: 0 as const, title: 'A & b', url: 'https://a.example/post' }
  expect(shareAddresses(entry, 'https://reader.example')).toEqual({
    page: 'https://a.example/post',
    titleAndPage: 'A & b\nhttps://a.example/post',
    reader: 'https://reader.example/timeline/view-0/5/7?share=1',
    publicPage: 'https://reader.example/share/entries/7',
    email: 'mailto:?subject=A%20%26%20b&body=https%3A%2F%2Fa.example%2Fpost',
  })
})

import { expect, test } from 'vitest'
import { paragraphsOf } from './announcement-dialog.tsx'

test('paragraphs hold text and links', () => {
  expect(
    paragraphsOf('The server [moves](https://a.example/move).\nSee https://b.example/x.\n\n\n  Bye \n'),
  ).toEqual([
    [
      { text: 'The server ' },
      { text: 'moves', href: 'https://a.example/move' },
      { text: '.\nSee ' },
      { text: 'https://b.example/x', href: 'https://b.example/x' },
      { text: '.' },
    ],
    [{ text: 'Bye' }],
  ])
  expect(paragraphsOf(' \n ')).toEqual([])
})

test('a link that would run code is text', () => {
  expect(paragraphsOf('[x](javascript:alert(1)) <b>')).toEqual([[{ text: '[x](javascript:alert(1)) <b>' }]])
})

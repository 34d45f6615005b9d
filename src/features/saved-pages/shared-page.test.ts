import { expect, test } from 'vitest'
import { bookmarklet, sharedPage } from './save-page.tsx'

test.each([
  [
    { url: 'https://a.example/1', title: 'One' },
    { url: 'https://a.example/1', title: 'One' },
  ],
  [{ text: 'Read this: https://a.example/2' }, { url: 'https://a.example/2', title: '' }],
  [
    { url: '', text: ' https://a.example/3 ', title: ' Three ' },
    { url: 'https://a.example/3', title: 'Three' },
  ],
  [
    { url: 'javascript:alert(1)', text: 'words alone' },
    { url: '', title: '' },
  ],
  [{}, { url: '', title: '' }],
])('%j is the page %j', (params, page) => {
  expect(sharedPage(new URLSearchParams(params as Record<string, string>))).toEqual(page)
})

test('the bookmarklet leads to the page with the address and the title', () => {
  const location = { href: 'https://a.example/?q=1&r=a b' }
  const document = { title: 'Q & A' }
  const code = bookmarklet('https://reader.example/save').replace(/^javascript:/, '')
  new Function('location', 'document', code)(location, document)
  const shared = new URL(location.href)
  expect(shared.pathname).toBe('/save')
  expect(sharedPage(shared.searchParams)).toEqual({ url: 'https://a.example/?q=1&r=a b', title: 'Q & A' })
})

// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { inlinePictures } from './inline-pictures.ts'

const contentOf = (html: string): DocumentFragment => {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}
const pictureOf = (bytes: number, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })

test('pictures that can be loaded are in the file, once loaded each, and nothing else is preferred to them', async () => {
  const content = contentOf(
    '<picture><source srcset="https://a.example/b.webp"><img src="https://a.example/a.png" srcset="https://a.example/b.png 2x"></picture>' +
      '<img src="https://a.example/a.png"><img src="https://a.example/missing.png"><img src="data:image/gif;base64,AA">',
  )
  const requested: string[][] = []
  const count = await inlinePictures(content, async (addresses) => {
    requested.push([...addresses])
    return new Map([['https://a.example/a.png', pictureOf(3)]])
  })
  expect(count).toBe(2)
  expect(requested).toEqual([['https://a.example/a.png', 'https://a.example/missing.png']])
  expect([...content.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))).toEqual([
    'data:image/png;base64,AAAA',
    'data:image/png;base64,AAAA',
    'https://a.example/missing.png',
    'data:image/gif;base64,AA',
  ])
  expect(content.querySelector('source, [srcset]')).toBeNull()
})

test('a file stays within its bound, and holds pictures only', async () => {
  const content = contentOf(
    ['a', 'b', 'c'].map((name) => `<img src="https://a.example/${name}.png">`).join(''),
  )
  const count = await inlinePictures(
    content,
    async () =>
      new Map([
        ['https://a.example/a.png', pictureOf(600)],
        ['https://a.example/b.png', pictureOf(600)],
        ['https://a.example/c.png', pictureOf(10, 'text/html')],
      ]),
    1000,
  )
  expect(count).toBe(1)
  expect(content.querySelectorAll('img[src^="data:"]')).toHaveLength(1)
})

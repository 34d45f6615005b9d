// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { picturesOf } from './pictures-of.ts'

const page = document.createElement('article')
page.dataset['entryPage'] = '7'
page.innerHTML = `<img src="https://a.example/avatar.png"><div class="entry-content">
<img src="https://a.example/emoji.png" width="16" height="16">
<img src="https://a.example/1.png" alt="First">
<figure><img src="https://a.example/2.png"><figcaption>Second</figcaption></figure></div>`

test('the pictures of the content are viewed with their captions, from the chosen one on', () => {
  const first = page.querySelectorAll('img')[3]
  const props = picturesOf(page, first ? { first } : {})
  expect(props?.pictures.map(({ src, alt }) => [src, alt])).toEqual([
    ['https://a.example/1.png', 'First'],
    ['https://a.example/2.png', 'Second'],
  ])
  expect(props?.index).toBe(1)
  expect(props?.entryId).toBe('7')
  expect(props?.pictures.map(({ caption }) => caption)).toEqual([undefined, 'Second'])
})

test('without pictures there is nothing to view', () => {
  expect(picturesOf(document.createElement('article'))).toBeNull()
})

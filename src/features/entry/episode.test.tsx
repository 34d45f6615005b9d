// @vitest-environment happy-dom
import '../../model/everything.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import episodes from '../../../locales/en/episodes.json'
import type { EntryHead } from '../../model/rows.ts'
import { Episode } from './episode.tsx'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { episodes } } }))

test('where a show asks for support are links with their hosts, and none that a link must not open', () => {
  const box = document.createElement('div')
  const funding = [
    { url: 'https://give.example/show', title: 'Buy us tea' },
    { url: 'https://other.example/' },
    { url: 'javascript:alert(1)', title: 'Bad' },
  ]
  flushSync(() =>
    createRoot(box).render(
      <Provider value={fork()}>
        <Episode entry={{ id: 'e' } as EntryHead} podcast={{ funding }} transcriptView={null} />
      </Provider>,
    ),
  )
  const links = [...box.querySelectorAll('a')]
  expect(links.map((one) => [one.textContent, one.getAttribute('href'), one.rel])).toEqual([
    ['Buy us tea', 'https://give.example/show', 'noopener noreferrer'],
    ['Support the show', 'https://other.example/', 'noopener noreferrer'],
  ])
  expect([...box.querySelectorAll('small')].map((one) => one.textContent)).toEqual([
    'give.example',
    'other.example',
  ])
})

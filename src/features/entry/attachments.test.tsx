// @vitest-environment happy-dom
import '../../model/everything.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { EntryHead } from '../../model/rows.ts'
import { Attachments } from './attachments.tsx'

const films = (summary: Pick<EntryHead, 'media' | 'attachments'>) => {
  const box = document.createElement('div')
  const entry = { id: '1', title: 'A film', url: null, ...summary } as EntryHead
  flushSync(() =>
    createRoot(box).render(
      <Provider value={fork()}>
        <Attachments summary={entry} html={null} />
      </Provider>,
    ),
  )
  return [...box.querySelectorAll('video')].map((film) => film.getAttribute('src'))
}

test('a film that the feed names twice is shown once, another one too', () => {
  const first = 'https://example.org/first.mp4'
  const second = 'https://example.org/second.mp4'
  const attachment = (url: string) => ({ url, mime_type: 'video/mp4' })
  expect(
    films({
      media: [{ type: 'video', url: first }],
      attachments: [attachment(first), attachment(second)],
    }),
  ).toEqual([first, second])
})

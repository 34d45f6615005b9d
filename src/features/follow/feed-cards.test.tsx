// @vitest-environment happy-dom
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import '../../model/everything.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import { FeedCards, FeedCardSkeletons } from './feed-cards.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const linesOf = (card: Element | null) =>
  [...(card?.querySelector('.found-words')?.children ?? [])].map(({ className }) => className)

test('a card has its lines before it has loaded, and the mark of a followed feed takes none of them', async () => {
  const server = createFakeServer()
  server.follow('1')
  const { scope } = await startReader({ server })
  const box = document.createElement('div')
  const root = createRoot(box)
  await act(async () => root.render(<FeedCardSkeletons />))
  const waiting = linesOf(box.querySelector('.feed-card'))
  expect(waiting).toEqual(['found-title', 'feed-card-about', 'found-pace'])
  const url = 'https://example.org/1.xml'
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <FeedCards
          label="Trending"
          cards={[{ feed: { type: 'feed', url, title: 'Tea' } }]}
          onChoose={() => undefined}
        />
      </Provider>,
    ),
  )
  const card = box.querySelector('.feed-card')
  expect(linesOf(card)).toEqual(waiting)
  expect(card?.querySelector('.found-pace .ui-tag')).not.toBeNull()
  await act(async () => root.unmount())
})

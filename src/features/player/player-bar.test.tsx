// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { contentsLoaded } from '../../model/entries/state.ts'
import { $player, trackRequested } from '../../model/player/index.ts'
import { startReader } from '../../model/testing.ts'
import PlayerBar from './player-bar.tsx'

test('the bar has the position with a tick for each chapter, and is left by no picture for sound', async () => {
  const { scope } = await startReader()
  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={scope}>
      <PlayerBar />
    </Provider>,
  )
  await allSettled(trackRequested, {
    scope,
    params: {
      entryId: '1',
      feedId: '2',
      title: 'Episode',
      src: 'https://example.org/1.mp3',
      mime: 'audio/mpeg',
      image: null,
      duration: 200,
    },
  })
  const content = '<p>0:00 Hello<br>0:50 Guests<br>2:30 Goodbye<br>9:00 After the end</p>'
  await allSettled(contentsLoaded, {
    scope,
    params: [['1', { content, status: 'ready', readability: { status: 'none', html: null } }]] as never,
  })
  const ticks = () =>
    [...box.querySelectorAll<HTMLElement>('.player-tick')].map(({ style }) =>
      style.getPropertyValue('--part'),
    )
  await expect.poll(ticks).toEqual(['0.25', '0.75'])
  const slider = box.querySelector<HTMLInputElement>('.player-track > input')
  expect([slider?.min, slider?.max, slider?.value]).toEqual(['0', '200', '0'])
  expect(box.querySelector('.film-corner')?.hasAttribute('data-sound')).toBe(true)
  expect(box.querySelector('.player-cover')?.textContent).not.toBe('')
  expect(scope.getState($player).show).toBe(true)
})

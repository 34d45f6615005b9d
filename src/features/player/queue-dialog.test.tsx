// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { allCommands } from '../../../commands/index.ts'
import { registry } from '../../model/app/index.ts'
import { tracksQueued } from '../../model/player/index.ts'
import { startReader } from '../../model/testing.ts'
import QueueDialog from './queue-dialog.tsx'

test('the row that a change moves is focused, and an arrow that follows at once has the last word', async () => {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  const params = ['Playing', 'One', 'Two', 'Three', 'Four'].map((title) => ({
    entryId: title,
    feedId: '2',
    title,
    src: `https://example.org/${title}.mp3`,
    mime: 'audio/mpeg',
    image: null,
    duration: 200,
  }))
  await allSettled(tracksQueued, { scope, params })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Provider value={scope}>
      <QueueDialog onClose={() => {}} />
    </Provider>,
  )
  const titles = () => [...document.querySelectorAll('.queued strong')].map(({ textContent }) => textContent)
  const focused = () => document.activeElement?.querySelector('strong')?.textContent
  const press = (key: string, altKey = false) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true }))
  await expect.poll(focused).toBe('One')
  press('ArrowDown', true)
  await expect.poll(titles).toEqual(['Two', 'One', 'Three', 'Four'])
  press('ArrowUp')
  expect(focused()).toBe('Two')
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  expect(focused()).toBe('Two')
  press('Delete')
  await expect.poll(titles).toEqual(['One', 'Three', 'Four'])
  await expect.poll(focused).toBe('One')
  root.unmount()
})

// @vitest-environment happy-dom
import '../model/everything.ts'
import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import { messagesFocusRequested } from '../model/app/index.ts'
import { drawToasts, toast } from '../ui/index.ts'
import { followMessageKeys } from './message-keys.ts'

test('the newest message takes the focus; Escape dismisses all messages and gives it back', async () => {
  document.body.innerHTML = `<main tabindex="0"></main>
    <ol data-sonner-toaster><li data-front="false"><button>Old</button></li><li data-front="true"><button>New</button></li></ol>`
  const scope = fork()
  followMessageKeys(scope)
  const dismissed: string[] = []
  const stop = drawToasts(
    () => {},
    (id) => void dismissed.push(id),
  )
  toast('One', { id: 'one' })
  toast('Two', { id: 'two' })
  document.querySelector('main')?.focus()
  await allSettled(messagesFocusRequested, { scope })
  expect(document.activeElement?.textContent).toBe('New')
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(dismissed).toEqual(['one', 'two'])
  expect(document.activeElement?.tagName).toBe('MAIN')
  stop()
})

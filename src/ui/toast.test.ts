import { afterEach, expect, test } from 'vitest'
import { dismissToast, drawToasts, onFirstToast, toast, toastError, type Toast } from './toast.ts'
import { toastDuration } from './toast-options.ts'

let stop = () => {}
afterEach(() => stop())

const drawing = () => {
  const drawn: Toast[] = []
  const dismissed: string[] = []
  stop = drawToasts(
    (one) => drawn.push(one),
    (id) => dismissed.push(id),
  )
  return { drawn, dismissed }
}

test('toasts before the toaster is mounted are shown when it is, in order', () => {
  toast('Followed')
  toast('Marked 12 as read')
  let woken = 0
  const sleep = onFirstToast(() => (woken += 1))
  expect(woken).toBe(1)
  expect(drawing().drawn.map((one) => one.title)).toEqual(['Followed', 'Marked 12 as read'])
  sleep()
})

test('a waiting toast that was dismissed is never drawn', () => {
  dismissToast(toast('Signed in'))
  expect(drawing().drawn).toEqual([])
})

test('a drawn toast can be taken away and replaced by its name', () => {
  const { drawn, dismissed } = drawing()
  toast('Importing', { id: 'import', tone: 'busy' })
  toast('Imported', { id: 'import' })
  dismissToast('import')
  expect(drawn.map((one) => one.id)).toEqual(['import', 'import'])
  expect(dismissed).toEqual(['import'])
})

test('errors stay a second longer than the rest, and work under way stays until it ends', () => {
  const { drawn } = drawing()
  toast('Done')
  toastError('Could not be saved')
  toastError('Activate your account', { duration: 100_000 })
  toast('Importing', { tone: 'busy' })
  expect(drawn.map(toastDuration)).toEqual([4000, 5000, 100_000, Infinity])
})

import { expect, test } from 'vitest'
import { listenForFiles } from './listen-for-files.ts'

/** A window that reports what it hears. */
function listening() {
  const target = new EventTarget()
  const over: boolean[] = []
  const files: File[] = []
  const stop = listenForFiles(target, {
    onOver: (isOver) => void over.push(isOver),
    onFile: (file) => void files.push(file),
  })
  const drag = (type: string, { types = ['Files'], taken = false } = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      dataTransfer: { types, files: [new File(['x'], 'feeds.opml')] },
    })
    if (taken) event.preventDefault()
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { drag, over, files, stop }
}

test('a file from outside is announced while it is over the window, and taken where it is dropped', () => {
  const { drag, over, files } = listening()
  drag('dragenter')
  drag('dragenter')
  drag('dragleave')
  expect(over.at(-1)).toBe(true)
  expect(drag('dragover')).toBe(true)
  expect(drag('drop')).toBe(true)
  expect(over.at(-1)).toBe(false)
  expect(files.map(({ name }) => name)).toEqual(['feeds.opml'])
})

test('a file that was over the window before is announced as it moves on', () => {
  const { drag, over } = listening()
  drag('dragover')
  drag('dragover')
  expect(over).toEqual([true])
})

test('the announcement goes when the file leaves the window', () => {
  const { drag, over } = listening()
  drag('dragenter')
  drag('dragleave')
  expect(over.at(-1)).toBe(false)
})

test('text, a picture of the page itself, and a file that a part of the page has taken are left alone', () => {
  const { drag, over, files } = listening()
  drag('dragenter', { types: ['text/plain'] })
  expect(drag('dragover', { types: ['text/plain'] })).toBe(false)
  drag('drop', { types: ['text/plain'] })
  drag('dragstart')
  drag('dragenter')
  drag('drop')
  drag('dragend')
  expect(over).toEqual([])
  drag('dragenter')
  drag('drop', { taken: true })
  expect(over).toEqual([true, false])
  expect(files).toEqual([])
})

test('nothing is heard after it has stopped', () => {
  const { drag, over, stop } = listening()
  stop()
  drag('dragenter')
  expect(over).toEqual([])
})

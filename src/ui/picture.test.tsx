// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { directSources, PictureSourcesContext } from './picture-sources.ts'
import { Picture } from './picture.tsx'

test('a picture waits for its address, loads from it, and is marked as failed only after that', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const box = document.createElement('div')
  const requested: string[] = []
  let address: string | null | undefined
  const listeners = new Set<() => void>()
  const sources = {
    ...directSources,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    addressOf: () => address,
    request: (src: string) => void requested.push(src),
  }
  const root = createRoot(box)
  await act(() =>
    root.render(
      <PictureSourcesContext value={sources}>
        <Picture src="http://p.example/a.png" width={40} height={30} sized />
      </PictureSourcesContext>,
    ),
  )
  const picture = box.querySelector('img')
  const state = () => [picture?.getAttribute('src') ?? null, picture?.hasAttribute('data-failed')]
  expect(requested).toEqual(['http://p.example/a.png'])
  expect(state()).toEqual([null, false])
  address = '/pictures/signed'
  await act(() => {
    for (const listener of listeners) listener()
  })
  expect(state()).toEqual(['/pictures/signed', false])
  await act(() => picture?.dispatchEvent(new Event('error')))
  expect(state()).toEqual(['/pictures/signed', true])
  expect(picture?.style.aspectRatio).toBe('40 / 30')
})

import { useUnit } from 'effector-react'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { memoizeAsync } from '../core/index.ts'
import { $startupIdle, $palette } from '../model/index.ts'
import type * as Dialog from './palette-dialog.tsx'
import { bufferTyping } from './key-buffer.ts'

let dialog: typeof Dialog | undefined
const load = memoizeAsync(async () => {
  dialog = await import('./palette-dialog.tsx')
})

/**
 * The palette, once somebody has opened it. Not by React's lazy, which shows even a module that is there a moment later
 * than asked: the letters typed in that moment would be commands.
 */
export function Palette() {
  const { open } = useUnit($palette)
  const due = useUnit($startupIdle)
  const [there, arrive] = useState(dialog !== undefined)
  const [wanted, want] = useState(open)
  if (open && !wanted) want(true)
  useEffect(() => {
    if (!open || there) return
    const release = bufferTyping()
    void load().then(() => arrive(true), release)
    return release
  }, [open, there])

  // What a browser does for the first time takes four times as long, and the first Ctrl+K is to open as fast as any. So
  // the code is fetched ahead and the box drawn once where nobody sees it, in the pauses that the page leaves.
  const [rehearsing, rehearse] = useState(false)
  useEffect(() => {
    if (!due) return
    const begin = () => {
      arrive(true)
      startTransition(() => rehearse(true))
    }
    void load().then(begin, () => {})
  }, [due])
  const rehearsed = useCallback(() => rehearse(false), [])

  if (!dialog) return null
  if (wanted) return <dialog.PaletteDialog />
  return rehearsing ? <dialog.PaletteRehearsal over={rehearsed} /> : null
}

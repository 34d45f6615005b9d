import { useUnit } from 'effector-react'
import { useEffect, useState, type ComponentType } from 'react'
import { once } from '../core/index.ts'
import { $palette } from '../model/index.ts'
import { holdTyping } from './typed-ahead.ts'

let Dialog: ComponentType | undefined
const load = once(async () => {
  Dialog = (await import('./palette-dialog.tsx')).PaletteDialog
})

/** Fetches the palette's code ahead, so that the first Ctrl+K opens as fast as any. */
export const preloadPalette = (): void => void load().catch(() => {})

/**
 * The palette, once somebody has opened it. Not by React's lazy, which shows even a module that is there a moment later
 * than asked: the letters typed in that moment would be commands.
 */
export function Palette() {
  const { open } = useUnit($palette)
  const [there, arrive] = useState(Dialog !== undefined)
  const [wanted, want] = useState(open)
  if (open && !wanted) want(true)
  useEffect(() => {
    if (!open || there) return
    const release = holdTyping()
    void load().then(() => arrive(true), release)
    return release
  }, [open, there])
  return wanted && Dialog ? <Dialog /> : null
}

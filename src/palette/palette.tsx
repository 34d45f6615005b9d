import { useUnit } from 'effector-react'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { $startupIdle } from '../model/app/index.ts'
import { $palette } from '../model/palette/index.ts'
import type * as Dialog from './palette-dialog.tsx'
import { bufferTyping } from './key-buffer.ts'

let dialog: typeof Dialog | undefined
type PaletteProps = {
  /** Loads the messages that titles of commands and choices need. */
  readonly loadMessages: () => Promise<void>
}

async function load({ loadMessages }: PaletteProps): Promise<void> {
  const [module] = await Promise.all([import('./palette-dialog.tsx'), loadMessages()])
  dialog = module
}

/**
 * Mounts the palette on first opening. Not with React.lazy, which suspends even when the module is loaded: letters typed
 * in that moment would run commands.
 */
export function Palette({ loadMessages }: PaletteProps) {
  const { open } = useUnit($palette)
  const isIdle = useUnit($startupIdle)
  const [isLoaded, setLoaded] = useState(dialog !== undefined)
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  useEffect(() => {
    if (!open || isLoaded) return
    const release = bufferTyping()
    void load({ loadMessages }).then(() => setLoaded(true), release)
    return release
  }, [open, isLoaded, loadMessages])

  // The first rendering takes about four times as long as later ones. The code is preloaded and the box rendered once
  // invisibly while the page is idle, so that the first Ctrl+K is as fast as any.
  const [rehearsing, rehearse] = useState(false)
  useEffect(() => {
    if (!isIdle) return
    const start = () => {
      setLoaded(true)
      startTransition(() => rehearse(true))
    }
    void load({ loadMessages }).then(start, () => {})
  }, [isIdle, loadMessages])
  const rehearsed = useCallback(() => rehearse(false), [])

  if (!dialog) return null
  if (wasOpened) return <dialog.PaletteDialog />
  return rehearsing ? <dialog.PaletteRehearsal over={rehearsed} /> : null
}

import { useUnit } from 'effector-react'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { $startupIdle } from '../model/app/index.ts'
import { registry } from '../model/app/registry.ts'
import { $palette, paletteClosed } from '../model/palette/index.ts'
import type * as Dialog from './palette-dialog.tsx'
import { bufferTyping, takeBufferedKeys } from './key-buffer.ts'

let dialog: typeof Dialog | undefined
type PaletteProps = {
  /** Loads the messages that titles of commands and choices need. */
  readonly loadMessages: () => Promise<void>
}

/** Its code alone. */
export const loadPalette = () => import('./palette-dialog.tsx')

type Loaders = PaletteProps & { readonly loadCommands: () => Promise<unknown> }

async function load({ loadMessages, loadCommands }: Loaders): Promise<void> {
  const [module] = await Promise.all([loadPalette(), loadMessages(), loadCommands()])
  dialog = module
}

/**
 * Mounts the palette on first opening. Not with React.lazy, which suspends even when the module is loaded: letters typed
 * in that moment would run commands.
 */
export function Palette({ loadMessages }: PaletteProps) {
  const { palette, isIdle, loadCommands, close } = useUnit({
    palette: $palette,
    close: paletteClosed,
    isIdle: $startupIdle,
    loadCommands: registry.loadFx,
  })
  const { open } = palette
  const [isLoaded, setLoaded] = useState(dialog !== undefined)
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  useEffect(() => {
    // What was typed for a palette that closed before its box came is not for the next one.
    if (!open) takeBufferedKeys()
    if (!open || isLoaded) return
    const release = bufferTyping(close)
    void load({ loadMessages, loadCommands }).then(() => setLoaded(true), release)
    return release
  }, [open, isLoaded, loadMessages, loadCommands, close])

  // The first rendering takes about four times as long as later ones. The code is preloaded and the box rendered once
  // invisibly while the page is idle, so that the first Ctrl+K is as fast as any.
  const [rehearsing, rehearse] = useState(false)
  useEffect(() => {
    if (!isIdle) return
    const start = () => {
      setLoaded(true)
      startTransition(() => rehearse(true))
    }
    void load({ loadMessages, loadCommands }).then(start, () => {})
  }, [isIdle, loadMessages, loadCommands])
  const rehearsed = useCallback(() => rehearse(false), [])

  if (!dialog) return null
  if (wasOpened) return <dialog.PaletteDialog />
  return rehearsing ? <dialog.PaletteRehearsal over={rehearsed} /> : null
}

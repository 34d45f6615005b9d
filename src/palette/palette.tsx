import { useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { $palette } from '../model/index.ts'

const load = () => import('./palette-dialog.tsx')
const Dialog = lazy(async () => ({ default: (await load()).PaletteDialog }))

/** Fetches the palette's code ahead, so that the first Ctrl+K opens as fast as any. */
export const preloadPalette = (): void => void load()

/** The palette, once somebody has opened it. */
export function Palette() {
  const { open } = useUnit($palette)
  const [wanted, setWanted] = useState(open)
  useEffect(() => {
    if (open) setWanted(true)
  }, [open])
  if (!wanted && !open) return null
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
}

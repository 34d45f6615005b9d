import { lazy, Suspense } from 'react'
import type { DialogProps, SheetProps } from './dialog-surface.tsx'
import { useLatch } from './use-latch.ts'

export type { DialogProps, SheetProps } from './dialog-surface.tsx'

const surface = () => import('./dialog-surface.tsx')
const Surface = lazy(async () => ({ default: (await surface()).DialogSurface }))
const SideSurface = lazy(async () => ({ default: (await surface()).SheetSurface }))

/** Fetches the dialog's code ahead, in an idle moment, so that the first one opens at once. */
export const preloadDialog = (): Promise<unknown> => surface()

/** A modal dialog: it traps the focus and restores it on closing. */
export function Dialog(props: DialogProps) {
  const wanted = useLatch(props.open)
  return (
    wanted && (
      <Suspense fallback={null}>
        <Surface {...props} />
      </Suspense>
    )
  )
}

/** The same from the side of the page: settings on a phone, details, the list of feeds on a narrow window. */
export function Sheet(props: SheetProps) {
  const wanted = useLatch(props.open)
  return (
    wanted && (
      <Suspense fallback={null}>
        <SideSurface {...props} />
      </Suspense>
    )
  )
}

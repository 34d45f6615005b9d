import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'
import type { ToasterProps } from './toast-options.ts'

const Surface = lazy(async () => ({ default: (await import('./toaster-surface.tsx')).ToasterSurface }))

/** Where toasts appear. Mount it once, at the root. */
export function Toaster(props: ToasterProps) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return (
    wanted && (
      <Suspense fallback={null}>
        <Surface {...props} />
      </Suspense>
    )
  )
}

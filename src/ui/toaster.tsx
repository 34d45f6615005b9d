import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'

const Surface = lazy(async () => ({ default: (await import('./toaster-surface.tsx')).ToasterSurface }))

export type ToasterProps = {
  /** Names the region for screen readers. */
  readonly label: string
  readonly closeLabel: string
}

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

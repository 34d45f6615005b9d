import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { useLatch } from './use-latch.ts'

const Surface = lazy(async () => ({ default: (await import('./popover-surface.tsx')).PopoverSurface }))

type TriggerProps = {
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'dialog'
  readonly 'aria-expanded'?: boolean
}

export type PopoverProps = {
  /** A Button or IconButton. */
  readonly trigger: ReactElement<TriggerProps>
  /** Accessible name. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}

/** A few controls that hang from a button. The first of them has the focus; Escape gives it back. */
export function Popover({ trigger, label, align, side, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const wanted = useLatch(open)
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onClick: () => setOpen(true),
  })
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <Surface open={open} onOpenChange={setOpen} trigger={trigger} label={label} align={align} side={side}>
        {children}
      </Surface>
    </Suspense>
  )
}

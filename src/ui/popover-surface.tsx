import * as Radix from 'radix-ui/popover'
import type { ReactElement, ReactNode } from 'react'

export type PopoverSurfaceProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The button it hangs from; it must pass props and ref on to its element. */
  readonly trigger: ReactElement
  readonly label: string
  readonly align?: 'start' | 'center' | 'end' | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  readonly children: ReactNode
}

/** The popover, rendered by radix: it holds the focus while it is open and returns it to its button. */
export const PopoverSurface = ({
  open,
  onOpenChange,
  trigger,
  label,
  align = 'center',
  side = 'bottom',
  children,
}: PopoverSurfaceProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className="ui-popover"
        data-focus-area="dropdown-menu"
        aria-label={label}
        align={align}
        side={side}
        sideOffset={8}
        collisionPadding={8}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

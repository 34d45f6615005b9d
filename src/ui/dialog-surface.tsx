import * as Radix from 'radix-ui/dialog'
import { use, useState, type ReactNode, type PointerEvent } from 'react'
import { isComposing } from '../core/key-press.ts'
import { IconButton } from './button.tsx'
import { DialogFootContext, DialogIdContext } from './dialog-contexts.ts'
import { CloseIcon } from './icons.ts'
import { useReturnFocus } from './use-return-focus.ts'

type Shared = {
  readonly open: boolean
  /** Escape, a click outside or the close button. */
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons along the lower edge. */
  readonly actions?: ReactNode
  /** Accessible name of the close button in the corner; no button without it. */
  readonly closeLabel?: string
  /** Only the buttons close it: something would be lost otherwise. */
  readonly stay?: boolean
}

export type DialogProps = Shared & {
  readonly size?: 'small' | 'medium' | 'large' | 'full'
  readonly role?: 'dialog' | 'alertdialog'
  readonly icon?: ReactNode
  readonly tone?: 'ask' | 'warning' | 'danger'
}

export type SheetProps = Shared & { readonly side?: 'left' | 'right' | 'bottom' }

export const DialogSurface = ({ size = 'medium', role = 'dialog', icon, tone, ...shared }: DialogProps) => (
  <Overlay {...shared} className="ui-dialog" data-size={size} data-tone={tone} role={role} icon={icon} />
)

export const SheetSurface = ({ side = 'right', ...shared }: SheetProps) => (
  <Overlay {...shared} className="ui-sheet" data-side={side} />
)

type OverlayProps = Shared & {
  readonly className: string
  readonly role?: 'dialog' | 'alertdialog'
  readonly icon?: ReactNode
  readonly 'data-size'?: string | undefined
  readonly 'data-tone'?: string | undefined
  readonly 'data-side'?: string | undefined
}

function Overlay({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  closeLabel,
  stay,
  icon,
  ...content
}: OverlayProps) {
  const focus = useReturnFocus(open)
  const dialogId = use(DialogIdContext)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const keepOpen = (event: Event) => stay && event.preventDefault()
  // Escape ends a composition, not the dialog.
  const pressedEscape = (event: KeyboardEvent) => (stay || isComposing(event)) && event.preventDefault()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="ui-scrim" />
        <Radix.Content
          {...content}
          {...focus}
          onOpenAutoFocus={focusFirstField}
          data-focus-area="modal"
          data-dialog={dialogId}
          onEscapeKeyDown={pressedEscape}
          onPointerDownOutside={keepOpen}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="ui-dialog-head" onPointerDown={dragDialog}>
            {icon && <span className="ui-dialog-icon">{icon}</span>}
            <div className="ui-dialog-titles">
              <Radix.Title className="ui-dialog-title">{title}</Radix.Title>
              {description && (
                <Radix.Description className="ui-dialog-description">{description}</Radix.Description>
              )}
            </div>
            {closeLabel && (
              <IconButton label={closeLabel} icon={<CloseIcon />} size="small" onClick={onClose} />
            )}
          </header>
          {children && (
            <DialogFootContext value={foot}>
              <div className="ui-dialog-body">{children}</div>
            </DialogFootContext>
          )}
          <footer ref={setFoot} className="ui-dialog-actions">
            {actions}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * What a dialog marks by `data-initial-focus`, else its first field, or the dialog itself; never the close button, which is first in
 * the DOM.
 */
const focusFirstField = (event: Event) => {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement)) return
  event.preventDefault()
  const field =
    content.querySelector<HTMLElement>('[data-initial-focus]') ??
    content.querySelector<HTMLElement>(
      ':is(.ui-dialog-body, .ui-dialog-actions) :is(input, textarea, select):not(:disabled)',
    )
  ;(field ?? content).focus({ preventScroll: true })
}

/**
 * Moves a dialog by its head while `data-draggable-dialogs` is on the root (the setting modalDraggable). The head stays
 * within the window, so that the dialog can be moved back. Keys do not need it: a dialog never covers what they act on.
 */
function dragDialog(down: PointerEvent<HTMLElement>): void {
  const head = down.currentTarget
  const dialog = head.parentElement
  // A sheet is fixed to its side of the window.
  if (!dialog?.matches('.ui-dialog')) return
  const isControl = down.target instanceof Element && down.target.closest('button, a, input') !== null
  if (isControl || down.button !== 0) return
  if (!document.documentElement.hasAttribute('data-draggable-dialogs')) return
  down.preventDefault()
  const start = head.getBoundingClientRect()
  const { m41, m42 } = new DOMMatrix(getComputedStyle(dialog).transform)
  const move = (event: globalThis.PointerEvent) => {
    const x = clamp(event.clientX - down.clientX, -start.left, innerWidth - start.right)
    const y = clamp(event.clientY - down.clientY, -start.top, innerHeight - start.bottom)
    dialog.style.transform = `translate(${m41 + x}px, ${m42 + y}px)`
  }
  const end = new AbortController()
  head.setPointerCapture(down.pointerId)
  head.addEventListener('pointermove', move, { signal: end.signal })
  for (const type of ['pointerup', 'pointercancel'])
    head.addEventListener(type, () => end.abort(), { signal: end.signal })
}

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), Math.max(from, to))

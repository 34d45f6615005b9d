import { type CSSProperties, useEffect } from 'react'
import * as Sonner from 'sonner'
import { drawToasts, type Toast } from './toast.ts'
import { toastDuration, type ToasterProps } from './toast-options.ts'
import { ToastCard } from './toast-card.tsx'

/** Sonner handles stacking, timing and swiping; the toasts are styled by the kit. Numbers of spec 9. */
export function ToasterSurface({ label, closeLabel }: ToasterProps) {
  useEffect(() => drawToasts((toast) => draw(toast, closeLabel), dismiss), [closeLabel])
  return (
    <Sonner.Toaster
      className="ui-toaster"
      position="bottom-right"
      visibleToasts={3}
      gap={14}
      offset={20}
      mobileOffset={12}
      containerAriaLabel={label}
      style={{ '--width': 'min(356px, calc(100vw - 1.5rem))' } as CSSProperties}
    />
  )
}

/** How many toasts of an id have left. Sonner removes what comes under the name of one that is leaving, so each has its own. */
const departures = new Map<string, number>()
const nameOf = (id: string): string => `${id} ${departures.get(id) ?? 0}`
function leave(id: string, name: string): void {
  if (nameOf(id) === name) departures.set(id, (departures.get(id) ?? 0) + 1)
}

function dismiss(id: string): void {
  const name = nameOf(id)
  Sonner.toast.dismiss(name)
  leave(id, name)
}

function draw(toast: Toast, closeLabel: string): void {
  const name = nameOf(toast.id)
  Sonner.toast.custom(
    () => <ToastCard toast={toast} closeLabel={closeLabel} onClose={() => Sonner.toast.dismiss(name)} />,
    {
      id: name,
      duration: toastDuration(toast),
      onAutoClose: () => leave(toast.id, name),
      onDismiss: () => {
        leave(toast.id, name)
        toast.onDismiss?.()
      },
    },
  )
}

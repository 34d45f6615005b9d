import { type CSSProperties, useEffect } from 'react'
import * as Sonner from 'sonner'
import { drawToasts, type Toast } from './toast.ts'
import { toastDuration, type ToasterProps } from './toast-options.ts'
import { ToastCard } from './toast-card.tsx'

/** Sonner handles stacking, timing and swiping; the toasts are styled by the kit. Numbers of spec 9. */
export function ToasterSurface({ label, closeLabel }: ToasterProps) {
  useEffect(() => drawToasts((toast) => draw(toast, closeLabel), Sonner.toast.dismiss), [closeLabel])
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

const draw = (toast: Toast, closeLabel: string) =>
  Sonner.toast.custom(
    (id) => <ToastCard toast={toast} closeLabel={closeLabel} onClose={() => Sonner.toast.dismiss(id)} />,
    {
      id: toast.id,
      duration: toastDuration(toast),
      ...(toast.onDismiss ? { onDismiss: toast.onDismiss } : {}),
    },
  )

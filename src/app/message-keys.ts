/** Messages by keys: their buttons take the focus, and Escape dismisses them and gives the focus back. */
import { createWatch, type Scope } from 'effector'
import { messagesDismissed, messagesFocusRequested } from '../model/app/index.ts'
import { dismissAllToasts } from '../ui/index.ts'

const TOASTER = '[data-sonner-toaster]'

export function followMessageKeys(scope: Scope): void {
  let previous: HTMLElement | null = null
  const dismiss = () => {
    const isWithin = document.activeElement?.closest(TOASTER) !== null
    dismissAllToasts()
    if (isWithin && previous?.isConnected) previous.focus({ preventScroll: true })
  }
  createWatch({
    unit: messagesFocusRequested,
    scope,
    fn: () => {
      const button = document.querySelector<HTMLElement>(`${TOASTER} [data-front="true"] button`)
      const { activeElement } = document
      if (!button || button.contains(activeElement)) return
      if (activeElement instanceof HTMLElement && !activeElement.closest(TOASTER)) previous = activeElement
      button.focus()
    },
  })
  createWatch({ unit: messagesDismissed, scope, fn: dismiss })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !(event.target instanceof Element) || !event.target.closest(TOASTER))
        return
      event.preventDefault()
      event.stopPropagation()
      dismiss()
    },
    true,
  )
}

/** The command palette: commands, subscriptions and entries by name, and the arguments of commands. */
import './palette.css'
import { useUnit } from 'effector-react'
import * as Radix from 'radix-ui/dialog'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '../core/index.ts'
import { $palette, paletteClosed } from '../model/palette/index.ts'
import { useReturnFocus, useTranslation } from '../ui/index.ts'
import { PaletteBox, type EscapeHandler } from './palette-box.tsx'

export function PaletteDialog() {
  const { open } = useUnit($palette)
  const close = useUnit(paletteClosed)
  const { t } = useTranslation()
  const focus = useReturnFocus(open)
  const isOverDialog = useIsOverDialog(open)
  useHiddenPage(open)
  const escape = useRef<EscapeHandler>(null)
  const onEscape = (event: KeyboardEvent) => {
    // Escape ends a composition, not the palette.
    if (isComposing(event) || escape.current?.()) event.preventDefault()
  }
  // A modal Radix dialog restyles the whole page to block pointer and scrolling, which costs more than rendering the
  // palette. The scrim blocks both; only over another dialog, which has locked the page, must the palette be modal.
  return (
    <Radix.Root open={open} modal={isOverDialog} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <div className="ui-scrim palette-scrim" />
        <Radix.Content
          className="palette"
          data-focus-area="modal"
          aria-modal
          aria-describedby={undefined}
          onFocusOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={onEscape}
          {...focus}
        >
          <Radix.Title className="ui-visually-hidden">{t('palette.title')}</Radix.Title>
          {open && <PaletteBox escape={escape} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Renders the palette once, invisible and inert, so that the first opening is fast. @param over called afterwards */
export function PaletteRehearsal({ over }: { readonly over: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Forces layout, which may not happen before the box is unmounted.
    box.current?.getBoundingClientRect()
    over()
  }, [over])
  return (
    <div ref={box} className="palette palette-rehearsal" aria-hidden inert>
      <PaletteBox />
    </div>
  )
}

/** Whether the palette opened over a modal dialog, which has disabled pointer events on the page. */
function useIsOverDialog(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(false)
  const [isOver, setIsOver] = useState(false)
  if (open === wasOpen) return isOver
  setWasOpen(open)
  if (!open) return isOver
  const isOverNow = document.body.style.pointerEvents === 'none'
  setIsOver(isOverNow)
  return isOverNow
}

/** Hides the page from screen readers while the palette is open. */
function useHiddenPage(open: boolean): void {
  useLayoutEffect(() => {
    const page = document.getElementById('app')
    if (!open || !page || page.hasAttribute('aria-hidden')) return
    page.setAttribute('aria-hidden', 'true')
    return () => page.removeAttribute('aria-hidden')
  }, [open])
}

import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../ui/index.ts'

export type OpenNote = { readonly link: HTMLElement; readonly content: DocumentFragment }

/** px between the reference and its note, and to the edges of the window. */
const GAP = 8

/** A note beside its reference. Escape, a click elsewhere and scrolling close it; the reference gets the focus back. */
export function FootnotePopover({
  note,
  onClose,
}: {
  readonly note: OpenNote
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    body.current?.replaceChildren(note.content.cloneNode(true))
    const anchor = note.link.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const left = Math.min(Math.max(GAP, anchor.left - width / 2), innerWidth - width - GAP)
    const isBelow = anchor.bottom + GAP + height < innerHeight || anchor.top < height + GAP
    element.style.left = `${Math.max(GAP, left)}px`
    element.style.top = `${isBelow ? anchor.bottom + GAP : anchor.top - height - GAP}px`
    element.focus({ preventScroll: true })
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target) && !note.link.contains(target)) onClose()
    }
    const scrolled = ({ target }: Event) => {
      if (target instanceof Node && target.contains(note.link)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('scroll', scrolled, { capture: true })
      if (element.contains(document.activeElement)) note.link.focus({ preventScroll: true })
    }
  }, [note, onClose])

  return createPortal(
    <div
      ref={box}
      className="entry-note"
      role="dialog"
      aria-label={t('entry.note', { number: note.link.textContent?.trim() })}
      data-focus-area="dropdown-menu"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div ref={body} className="ui-prose" dir="auto" />
    </div>,
    document.body,
  )
}

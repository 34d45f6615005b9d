import { useState, type ReactNode } from 'react'

type DisclosureProps = {
  readonly title: string
  /** At first; then it receives the focus too. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** A part of the page that loads when it is opened. */
export function Disclosure({ title, isOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      className="rules-part"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      ref={isOpen ? focusPart : undefined}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {open && <div className="rules-part-content">{children}</div>}
    </details>
  )
}

function focusPart(part: HTMLDetailsElement | null): void {
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector('summary')?.focus({ preventScroll: true })
}

import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** The next step of a page as a link that looks like a button; it takes the focus when it appears. */
export function FocusedLink({ to, children }: { readonly to: string; readonly children: string }) {
  const element = useRef<HTMLAnchorElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <Link ref={element} className="ui-button" data-variant="primary" data-wide to={to}>
      {children}
    </Link>
  )
}

/**
 * How an icon of lucide is drawn. The build puts this in the place of lucide's own (vite.config.ts), which works out anew
 * for each icon, and at each draw, what is the same for all of them: it was one part in thirty of a start.
 */
import type { LucideIconData } from 'lucide-react/types'
import { createElement, type ReactElement, type SVGProps } from 'react'

const SIZE = 24

export default function drawnIcon({ name, node }: LucideIconData) {
  const ownClass = `lucide lucide-${name}`
  let lines: readonly ReactElement[] | undefined
  return function DrawnIcon({ className, ...props }: SVGProps<SVGSVGElement>) {
    lines ??= node.map(([tag, attributes]) => createElement(tag, attributes))
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={SIZE}
        height={SIZE}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props['aria-label'] === undefined || undefined}
        {...props}
        className={className ? `${ownClass} ${className}` : ownClass}
      >
        {lines}
      </svg>
    )
  }
}

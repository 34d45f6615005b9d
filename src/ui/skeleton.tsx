import type { CSSProperties } from 'react'

export type SkeletonProps = {
  readonly shape?: 'line' | 'block' | 'round'
  readonly width?: CSSProperties['width']
  readonly height?: CSSProperties['height']
}

/** A loading placeholder. Set `aria-busy` on the region; the placeholder itself is hidden from screen readers. */
export function Skeleton({ shape = 'line', width, height }: SkeletonProps) {
  return <span className="ui-skeleton" data-shape={shape} style={{ width, height }} aria-hidden="true" />
}

// Uneven, like the ends of real lines.
const widths = ['100%', '92%', '97%', '64%']

/** The outline of a paragraph. */
export function SkeletonText({ lines = 3 }: { readonly lines?: number }) {
  return Array.from({ length: lines }, (_, line) => (
    <Skeleton key={line} width={line === lines - 1 ? '58%' : widths[line % widths.length]} />
  ))
}

import { compactNumber } from './format/compact-number.ts'

export type BadgeProps = {
  readonly count: number
  readonly tone?: 'quiet' | 'accent' | 'danger'
  /** Accessible text of the count, e.g. "12 unread". */
  readonly label?: string
  /** Show a zero too. */
  readonly showZero?: boolean
}

/** A compact count: tabular figures, K, M and B. */
export function Badge({ count, tone = 'quiet', label, showZero = false }: BadgeProps) {
  if (count === 0 && !showZero) return null
  const words = compactNumber(count)
  // A figure more or less is another badge: the old one would be seen to jump, as it begins elsewhere.
  return (
    <span
      key={words.length}
      className="ui-badge"
      data-tone={tone}
      title={count >= 1000 ? String(count) : undefined}
    >
      <span aria-hidden={label ? true : undefined}>{words}</span>
      {label && <span className="ui-visually-hidden">{label}</span>}
    </span>
  )
}

/** A small label for the kind of an item, such as "Custom" or "Beta". */
export function Tag({
  children,
  tone = 'quiet',
}: {
  readonly children: string
  readonly tone?: BadgeProps['tone']
}) {
  return (
    <span className="ui-tag" data-tone={tone}>
      {children}
    </span>
  )
}

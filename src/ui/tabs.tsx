import type { KeyboardEvent, ReactNode } from 'react'
import { Badge } from './badge.tsx'
import { tooltip } from './tooltip-attributes.ts'

export type Tab<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  readonly count?: number
  readonly commandId?: string
  readonly keys?: string
}

export type TabsProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly tabs: readonly Tab<Value>[]
  readonly onChange: (value: Value) => void
  /** icons: only the icon with the count at its corner; the label is the tooltip. */
  readonly look?: 'words' | 'icons'
  /** The id of the element that the tabs switch. */
  readonly controls?: string
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs in one row; arrows, Home and End move while a tab has the focus. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  look = 'words',
  controls,
}: TabsProps<Value>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = target(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    // The arrows move between tabs while these have the focus, not between panes.
    event.preventDefault()
    event.stopPropagation()
    onChange(next.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to!]?.focus()
  }
  return (
    <div className="ui-tabs" role="tablist" aria-label={label} data-look={look} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className="ui-tab"
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          data-command-id={tab.commandId}
          {...(look === 'icons' ? tooltip(tab.label, tab.keys) : {})}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon}
          <span className={look === 'icons' ? 'ui-visually-hidden' : undefined}>{tab.label}</span>
          {tab.count !== undefined && <Badge count={tab.count} />}
        </button>
      ))}
    </div>
  )
}

const target = (key: string, at: number, count: number): number | undefined => {
  const step = steps[key]
  if (step !== undefined) return (at + step + count) % count
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}

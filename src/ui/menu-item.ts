import type { ReactNode } from 'react'

export type MenuAction = {
  readonly kind?: 'action'
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly keys?: string | undefined
  /** A letter that runs it while the menu is open. */
  readonly menuKey?: string | undefined
  readonly commandId?: string
  /** Arguments of the command. */
  readonly commandArgs?: Readonly<Record<string, unknown>> | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Shows a check mark when true and reserves its space when false. */
  readonly checked?: boolean | undefined
  readonly onSelect?: () => void
}

export type MenuGroup = {
  readonly kind: 'group'
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly items: readonly MenuItem[]
}
export type MenuSeparator = { readonly kind: 'separator'; readonly id: string }
export type MenuHeading = { readonly kind: 'heading'; readonly id: string; readonly label: string }

/** A menu as data: commands, submenus, separators and headings. */
export type MenuItem = MenuAction | MenuGroup | MenuSeparator | MenuHeading

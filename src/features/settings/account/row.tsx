import type { ReactNode } from 'react'

type RowProps = { readonly title: string; readonly detail: string; readonly children: ReactNode }

/** A list row: name, details, and actions on the right. */
export const Row = ({ title, detail, children }: RowProps) => (
  <li>
    <span>
      {title}
      <span className="ui-field-hint">{detail}</span>
    </span>
    {children}
  </li>
)

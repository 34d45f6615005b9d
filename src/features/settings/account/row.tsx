import type { ReactNode } from 'react'

type RowProps = { readonly title: string; readonly detail: string; readonly children: ReactNode }

/** One of a list: its name, what is known of it, and on the right what can be done. */
export const Row = ({ title, detail, children }: RowProps) => (
  <li>
    <span>
      {title}
      <span className="ui-field-hint">{detail}</span>
    </span>
    {children}
  </li>
)

import type { ReactNode } from 'react'

/** A titled part of the workshop. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="workshop-part">
    <h2>{title}</h2>
    {children}
  </section>
)

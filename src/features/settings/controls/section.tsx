import type { ReactNode } from 'react'

type SectionProps = {
  readonly title?: string
  /** `/settings/PAGE#NAME` focuses its first control. */
  readonly name?: string
  readonly children: ReactNode
}

/** Settings that belong together, under their heading. */
export const Section = ({ title, name, children }: SectionProps) => (
  <section className="settings-section" aria-label={title} data-setting={name}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
)

type SettingRowProps = { readonly label: string; readonly hint: ReactNode; readonly children: ReactNode }

/** A row with an action: description on the left, a button on the right. */
export const SettingRow = ({ label, hint, children }: SettingRowProps) => (
  <div className="settings-command">
    <div>
      <p>{label}</p>
      <p className="ui-field-hint">{hint}</p>
    </div>
    <div className="settings-command-actions">{children}</div>
  </div>
)

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes, PreviousIcon, useTranslation } from '../../ui/index.ts'

type PageProps = {
  readonly title: string
  /** What the page is for. */
  readonly intro?: string
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Where the link above the title leads; home by default. */
  readonly back?: { readonly to: string; readonly label: string }
  /** For the styles of what stands in the page. */
  readonly className?: string
  readonly children: ReactNode
}

/** A page that fills the window. */
export function Page({ title, intro, actions, back, className, children }: PageProps) {
  const { t } = useTranslation('common')
  return (
    <main className={classes('page', className)} data-focus-area="sub-layer" data-scroll>
      <div className="page-content">
        <header className="page-header">
          <Link className="page-back" to={back?.to ?? '/'}>
            <PreviousIcon aria-hidden="true" />
            {back?.label ?? t('place.home')}
          </Link>
          <div className="page-title">
            <h1>{title}</h1>
            {actions}
          </div>
          {intro && <p className="page-intro">{intro}</p>}
        </header>
        {children}
      </div>
    </main>
  )
}

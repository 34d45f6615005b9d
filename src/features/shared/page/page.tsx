import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { $online } from '../../../model/network/index.ts'
import { classes, Notice, OfflineIcon, PreviousIcon, useTranslation } from '../../../ui/index.ts'

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
  const online = useUnit($online)
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
          {!online && <Notice icon={<OfflineIcon aria-hidden="true" />}>{t('state.offline')}</Notice>}
        </header>
        {children}
      </div>
    </main>
  )
}

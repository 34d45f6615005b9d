import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PreviousIcon, useTranslation } from '../../ui/index.ts'

/** The frame of the pages below /share. */
export function SharePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation(['common'])
  return (
    <main className="share-page" data-focus-area="sub-layer" data-scroll>
      <div className="share-page-content">
        <header>
          <Link className="share-page-back" to="/">
            <PreviousIcon aria-hidden="true" />
            {t('place.home')}
          </Link>
        </header>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}

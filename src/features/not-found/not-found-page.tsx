import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { DiscoverIcon, EmptyState, HomeIcon, useTranslation } from '../../ui/index.ts'

/** The page for unknown paths (spec 2): shows the path and links home. */
export function NotFoundPage() {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const home = useRef<HTMLAnchorElement>(null)
  useEffect(() => home.current?.focus(), [])
  return (
    <main className="not-found-page" data-focus-area="sub-layer">
      <EmptyState
        icon={<DiscoverIcon />}
        title={t('notFound.title')}
        description={
          <>
            {t('notFound.words')} <code className="not-found-path">{pathname}</code>
          </>
        }
        actions={
          <Link className="ui-button" data-variant="primary" to="/" ref={home}>
            <HomeIcon aria-hidden="true" />
            <span className="ui-button-label">{t('notFound.home')}</span>
          </Link>
        }
      />
    </main>
  )
}

import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { EmptyState } from '../ui/index.ts'

/** Any path that leads nowhere (spec 2). */
export function NotFound() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <main className="app-error" data-focus-area="home">
      <EmptyState
        title={t('notFound.title')}
        description={<code>{pathname}</code>}
        actions={
          <Link className="ui-button" data-variant="primary" to="/">
            {t('notFound.home')}
          </Link>
        }
      />
    </main>
  )
}

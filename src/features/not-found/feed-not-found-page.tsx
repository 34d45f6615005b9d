import { Link, useParams } from 'react-router'
import { DiscoverIcon, EmptyState, FeedIcon, useTranslation } from '../../ui/index.ts'
import './not-found.css'

/** The screen for a feed that the server does not know, or that this user may not see (spec 2). */
export default function FeedNotFoundPage() {
  const { t } = useTranslation(['app', 'common'])
  const { feedId = '' } = useParams()
  return (
    <main className="not-found-page" data-focus-area="sub-layer">
      <EmptyState
        icon={<FeedIcon />}
        title={t('feedNotFound.title')}
        description={
          <>
            {t('feedNotFound.description')} <code className="not-found-path">{feedId}</code>
          </>
        }
        actions={
          <>
            <Link className="ui-button" data-variant="primary" to="/discover" autoFocus>
              <DiscoverIcon aria-hidden="true" />
              <span className="ui-button-label">{t('feedNotFound.discover')}</span>
            </Link>
            <Link className="ui-button" to="/">
              <span className="ui-button-label">{t('notFound.home')}</span>
            </Link>
          </>
        }
      />
    </main>
  )
}

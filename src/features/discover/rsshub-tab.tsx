import { Link } from 'react-router'
import { Button, EmptyState, ErrorState, RsshubIcon, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import type { FoundFeed } from '../follow/index.ts'
import { LanguageSelect } from './feeds-tab.tsx'
import { RouteForm } from './route-form.tsx'
import { RouteList } from './route-list.tsx'
import { useRsshub, useTransformRoute } from './use-discover.ts'

type TabProps = { readonly onChoose: (feed: FoundFeed) => void }

/** Feeds that RSSHub makes of sites without feeds. */
export function RsshubTab({ onChoose }: TabProps) {
  const query = useRsshub(null)
  const failure = <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <SkeletonText lines={6} />
  if (query.isLoadingError) return failure
  if (Object.keys(query.data).length === 0) return <NoRsshub />
  return (
    <>
      <div className="discover-controls">
        <LanguageSelect />
        <InstancesLink />
      </div>
      <RouteList namespaces={query.data} onChoose={onChoose} />
    </>
  )
}

/** Makes a feed of any web page. */
export function TransformTab({ onChoose }: TabProps) {
  const { t } = useTranslation(['sources'])
  const query = useTransformRoute()
  if (query.isPending) return <SkeletonText lines={6} />
  if (query.isLoadingError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const route = query.data?.routes[TRANSFORM]
  if (!query.data || !route) return <NoRsshub />
  return (
    <section className="discover-section" aria-label={t('discover.tabs.transform')}>
      <p className="ui-field-hint">{t('discover.transformWords')}</p>
      <RouteForm
        named={{ id: 'rsshub', namespace: query.data, route: { ...route, path: TRANSFORM } }}
        onChoose={onChoose}
      />
    </section>
  )
}
/** client-facts 1, 12 */
const TRANSFORM = '/transform/html/:url/:routeParams'

/** To the instances that users share. */
function InstancesLink() {
  const { t } = useTranslation(['people'])
  return (
    <Link className="ui-button" to="/rsshub">
      <RsshubIcon aria-hidden="true" />
      <span className="ui-button-label">{t('rsshub.instances')}</span>
    </Link>
  )
}

function NoRsshub() {
  const { t } = useTranslation(['sources'])
  return (
    <EmptyState
      title={t('discover.noRsshub')}
      description={t('discover.noRsshubWords')}
      actions={<InstancesLink />}
    />
  )
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation(['sources', 'common', 'errors'])
  return (
    <ErrorState
      title={t('discover.failed')}
      description={errorMessage(error, t)}
      actions={<Button onClick={onRetry}>{t('common:action.retry')}</Button>}
    />
  )
}

/** The tabs of Discover: routes of sites, and a feed of any page. */
import type { ComponentType } from 'react'
import type { FeedSourceProps } from '../../src/plugin-api/client.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  SkeletonText,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { RsshubModel } from './model.ts'
import { useRoutes, useTransformRoute } from './queries.ts'
import { RouteForm } from './route-form.tsx'
import { RouteList } from './route-list.tsx'
import './rsshub.css'

/** client-facts 1, 12 */
const TRANSFORM = '/transform/html/:url/:routeParams'

/** Feeds that RSSHub makes of sites without feeds; in a category, nothing where it has none. */
export const createRouteSource = (model: RsshubModel): ComponentType<FeedSourceProps> =>
  function RouteSource({ category, language, onChoose }) {
    const query = useRoutes(model, { category, language })
    const isEmpty = Object.keys(query.data ?? {}).length === 0
    if (category !== null && isEmpty) return null
    if (query.isPending) return <SkeletonText lines={6} />
    if (query.isLoadingError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
    if (isEmpty) return <NoRsshub />
    return (
      <RouteList
        model={model}
        namespaces={query.data ?? {}}
        controls={category === null && <InstancesButton />}
        onChoose={onChoose}
      />
    )
  }

/** Makes a feed of any web page. */
export const createTransformSource = (model: RsshubModel): ComponentType<FeedSourceProps> =>
  function TransformSource({ onChoose }) {
    const { t } = useTranslation('rsshub')
    const query = useTransformRoute(model)
    if (query.isPending) return <SkeletonText lines={6} />
    if (query.isLoadingError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
    const route = query.data?.routes[TRANSFORM]
    if (!query.data) return <NoRsshub />
    if (!route)
      return (
        <EmptyState
          title={t('transform.missing')}
          description={t('transform.missingHint')}
          actions={<InstancesButton />}
        />
      )
    return (
      <section className="rsshub-routes" aria-label={t('transform.title')}>
        <p className="ui-field-hint">{t('transform.hint')}</p>
        <RouteForm
          named={{ id: 'rsshub', namespace: query.data, route: { ...route, path: TRANSFORM } }}
          onChoose={onChoose}
        />
      </section>
    )
  }

/** To the instances that users share. */
function InstancesButton() {
  const { t } = useTranslation('rsshub')
  return (
    <Button icon={<Icon name="server" />} commandId="go:rsshub">
      {t('instances')}
    </Button>
  )
}

function NoRsshub() {
  const { t } = useTranslation('rsshub')
  return <EmptyState title={t('notSetUp')} description={t('notSetUpHint')} actions={<InstancesButton />} />
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('rsshub')
  const failure = useFailure('rsshub')
  return (
    <ErrorState
      title={t('routes.failed')}
      description={failure(error)}
      actions={<Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}

import { useState } from 'react'
import type { RsshubNamespace } from '../../contract/discover.ts'
import { foldCase } from '../../core/fold-case.ts'
import { compareNames } from '../../core/index.ts'
import { Dialog, SearchField, useTranslation } from '../../ui/index.ts'
import type { FoundFeed } from '../follow/index.ts'
import type { NamedRoute } from './build-route.ts'
import { RouteForm } from './route-form.tsx'
import { useRouteFollowers } from './use-discover.ts'

type RouteListProps = {
  readonly namespaces: Readonly<Record<string, RsshubNamespace>>
  readonly onChoose: (feed: FoundFeed) => void
}
/** More are found by the search. */
const MAX_NAMESPACES = 60

/** RSSHub's sites; each opens to its routes, and a route to the form of its parameters. */
export function RouteList({ namespaces, onChoose }: RouteListProps) {
  const { t } = useTranslation(['sources', 'common'])
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<NamedRoute | null>(null)
  const followers = useRouteFollowers().data ?? {}
  const found = Object.entries(namespaces)
    .filter(([id, namespace]) => matches(id, namespace, query))
    .toSorted(([, a], [, b]) => compareNames(a.name, b.name))
  return (
    <section className="discover-section" aria-label={t('discover.routes')}>
      <h2>{t('discover.routes')}</h2>
      <SearchField
        label={t('discover.searchRoutes')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 && <p className="ui-field-hint">{t('discover.noRoutes')}</p>}
      {found.slice(0, MAX_NAMESPACES).map(([id, namespace]) => (
        <details key={id} className="route-namespace">
          <summary>
            <strong>{namespace.name}</strong>
            <span className="ui-field-hint">
              {t('discover.routeCount', { count: Object.keys(namespace.routes).length })}
            </span>
          </summary>
          <ul>
            {Object.entries(namespace.routes).map(([path, route]) => {
              const count = followers[`/${id}${path}`]?.subscriptionCount
              return (
                <li key={path}>
                  <button
                    type="button"
                    onClick={() => setOpened({ id, namespace, route: { ...route, path } })}
                  >
                    <span>{route.name}</span>
                    <span className="ui-field-hint">
                      {count === undefined ? path : t('list.followerCount', { count })}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </details>
      ))}
      {opened && (
        <Dialog
          open
          title={opened.route.name}
          description={opened.namespace.name}
          closeLabel={t('common:action.close')}
          onClose={() => setOpened(null)}
        >
          <RouteForm
            named={opened}
            onChoose={(feed) => {
              setOpened(null)
              onChoose(feed)
            }}
          />
        </Dialog>
      )}
    </section>
  )
}

function matches(id: string, { name, url, routes }: RsshubNamespace, query: string): boolean {
  const text = foldCase(query.trim())
  if (text === '') return true
  const own = [id, name, url, ...Object.values(routes).map((route) => route.name)]
  return own.some((one) => foldCase(one).includes(text))
}

import { useState, type ReactNode } from 'react'
import type { FeedSourceProps } from '../../src/plugin-api/client.ts'
import type { RsshubNamespace } from './wire.ts'
import {
  compareNames,
  Dialog,
  foldCase,
  RowButton,
  SearchField,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { NamedRoute } from './build-route.ts'
import type { RsshubModel } from './model.ts'
import { useFollowers } from './queries.ts'
import { RouteForm } from './route-form.tsx'

type RouteListProps = {
  readonly model: RsshubModel
  readonly namespaces: Readonly<Record<string, RsshubNamespace>>
  /** Beside the title. */
  readonly controls?: ReactNode
  readonly onChoose: FeedSourceProps['onChoose']
}
/** More are found by the search. */
const MAX_NAMESPACES = 60

/** RSSHub's sites; each opens to its routes, and a route to the form of its parameters. */
export function RouteList({ model, namespaces, controls, onChoose }: RouteListProps) {
  const { t } = useTranslation('rsshub')
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<NamedRoute | null>(null)
  const followers = useFollowers(model).data ?? {}
  const found = Object.entries(namespaces)
    .filter(([id, namespace]) => matches(id, namespace, query))
    .toSorted(([, a], [, b]) => compareNames(a.name, b.name))
  return (
    <section className="rsshub-routes" aria-label={t('routes.title')}>
      <header>
        <h2>{t('routes.title')}</h2>
        {controls}
      </header>
      <SearchField
        label={t('routes.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 && <p className="ui-field-hint">{t('routes.none')}</p>}
      {found.slice(0, MAX_NAMESPACES).map(([id, namespace]) => (
        <details key={id} className="route-namespace">
          <summary>
            <strong>{namespace.name}</strong>
            <span className="ui-field-hint">
              {t('routes.count', { count: Object.keys(namespace.routes).length })}
            </span>
          </summary>
          <ul>
            {Object.entries(namespace.routes).map(([path, route]) => {
              const count = followers[`/${id}${path}`]?.subscriptionCount
              return (
                <li key={path}>
                  <RowButton onClick={() => setOpened({ id, namespace, route: { ...route, path } })}>
                    <span>{route.name}</span>
                    <span className="ui-field-hint">
                      {count === undefined ? path : t('routes.followers', { count })}
                    </span>
                  </RowButton>
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
          closeLabel={t('close')}
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

/** The integration page: a shelf of plugins, and the page of each. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { asApiError } from '../../api/index.ts'
import { errorMessage } from '../../features/shared/error-message/index.ts'
import { Button, ErrorState, SkeletonText, useTranslation } from '../../ui/index.ts'
import { isUnreachable } from '../run/is-unreachable.ts'
import { $areInstalledListed, pluginHostStarted } from '../run/plugins.ts'
import { $visiblePlugins } from '../run/visible-plugins.ts'
import { IntegrationsShelf } from './integrations-shelf.tsx'
import { isPluginListed } from './is-plugin-listed.ts'
import { PluginPage } from './plugin-page.tsx'
import { $arePluginsFetched, $plugins, $pluginsError, pluginsRequested } from './plugin-states.ts'
import { INTEGRATION_PAGE, pluginPageOf } from './setting-address.ts'
import './plugin-settings.css'

/** Mounted by the app into the settings' integration page. */
export function PluginSettings() {
  const { plugins, visible, areFetched, areAllListed, error, show, start } = useUnit({
    plugins: $plugins,
    visible: $visiblePlugins,
    areFetched: $arePluginsFetched,
    areAllListed: $areInstalledListed,
    error: $pluginsError,
    show: pluginsRequested,
    start: pluginHostStarted,
  })
  const { t } = useTranslation(['app', 'common', 'errors', 'settings'])
  const { pathname, hash } = useLocation()
  useEffect(() => {
    start()
    show()
  }, [start, show])
  if (error && plugins.size === 0)
    return (
      <ErrorState
        title={t('plugin.cannotShow')}
        description={isFromServer(error) ? errorMessage(error, t) : t('plugin.offline')}
        actions={<Button onClick={() => show()}>{t('common:action.retry')}</Button>}
      />
    )
  if (plugins.size === 0 && !(areFetched && areAllListed)) return <SkeletonText lines={6} />
  const shown = [...plugins.values()]
    .filter(({ manifest }) => visible.some(({ id }) => id === manifest.id))
    .filter(({ manifest, values }) => isPluginListed(manifest, values[manifest.enabledBy] === true))
  // `/settings/integration#PLUGIN-SETTING` is the address of a setting in messages.
  const named = shown
    .filter(({ manifest: { id } }) => hash === `#${id}` || hash.startsWith(`#${id}-`))
    .toSorted((a, b) => b.manifest.id.length - a.manifest.id.length)[0]
  const [, , , page] = pathname.split('/')
  if (page === undefined && named)
    return <Navigate to={`/settings/${pluginPageOf(named.manifest.id)}${hash}`} replace />
  if (page === undefined) return <IntegrationsShelf plugins={shown} />
  const state = shown.find(({ manifest }) => manifest.id === page)
  // An installed plugin is listed after the others, and its settings are fetched then.
  const mayCome = !areAllListed || visible.some(({ id }) => id === page && !plugins.has(id))
  if (!state && mayCome) return <SkeletonText lines={6} />
  if (!state) return <Navigate to={`/settings/${INTEGRATION_PAGE}`} replace />
  return <PluginPage key={page} state={state} />
}

/** The server was reached, and said or did something wrong. */
const isFromServer = (error: unknown): boolean => asApiError(error) !== null && !isUnreachable(error)

/** The routes. The reader is in the first chunk; every other screen loads when it is opened. */
import { useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Navigate, useLocation, useRoutes, type RouteObject } from 'react-router'
import { memoizeByObject } from '../core/index.ts'
import { $isEveryFeatureRegistered, $screens, type FeatureScreen } from '../features/registry.ts'
import { home, toPath } from '../model/location/index.ts'
import { $isAdmin } from '../model/session/index.ts'
import { $pluginsWithScreens, pluginScreensRequested } from '../model/plugins/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { focusOpenedScreen } from './focus.ts'
import { loadScreenTranslations } from './i18n.ts'
import { Reader } from './reader.tsx'
import { useUrlSync } from './url-sync.ts'
import { useGate } from './use-gate.ts'

const readerScreen = (
  <div className="screen" data-screen="reader">
    <Reader />
  </div>
)
const readerRoutes: RouteObject[] = [
  { path: '/', element: <Navigate to={toPath(home)} replace /> },
  { path: '/timeline/:timelineId?/:feedId?/:entryId?', element: readerScreen },
]

// Built once: each navigation renders the router, and identical elements keep the screens from rendering. Another component
// would mount an open screen anew when a plugin starts.
const routeOf = memoizeByObject(
  ({ featureId, path, access, load, loadStores }: FeatureScreen): RouteObject => {
    // Loads together with its translations and its feature's stores.
    const Content = lazy(async () => {
      const [module] = await Promise.all([load(), loadStores?.(), loadScreenTranslations()])
      return module
    })
    const element = (
      // The key mounts each screen anew, so that it receives the focus also after another one.
      <div key={path} className="screen" data-screen={featureId}>
        {/* Nothing is shown while a screen loads: a spinner would only flash. */}
        <Suspense fallback={null}>
          <OpenedScreen>
            <Content />
          </OpenedScreen>
        </Suspense>
      </div>
    )
    if (path === '*') return { path, element: <WhenComplete>{element}</WhenComplete> }
    return { path, element: access === 'admin' ? <ForAdmins>{element}</ForAdmins> : element }
  },
)
const $routes = $screens.map((screens): RouteObject[] => [...readerRoutes, ...screens.map(routeOf)])

/** Until every screen is known, the address may belong to one that is still to be registered, or to a plugin that is off. */
function WhenComplete({ children }: { readonly children: ReactNode }) {
  const { isComplete, plugins, listPlugins } = useUnit({
    isComplete: $isEveryFeatureRegistered,
    plugins: $pluginsWithScreens,
    listPlugins: pluginScreensRequested,
  })
  useEffect(() => {
    if (isComplete) listPlugins()
  }, [isComplete, listPlugins])
  return isComplete && plugins !== null ? children : null
}

/** Others are led home before anything of the screen loads. */
function ForAdmins({ children }: { readonly children: ReactNode }) {
  const isAdmin = useUnit($isAdmin)
  if (isAdmin === true) return children
  return isAdmin === null ? null : <Navigate to="/" replace />
}

/** Receives the focus when it opens. */
function OpenedScreen({ children }: { readonly children: ReactNode }) {
  useEffect(focusOpenedScreen, [])
  return children
}

export function Screens() {
  const { pathname } = useLocation()
  useUrlSync()
  useGate()
  const screens = useRoutes(useUnit($routes))
  if (pathname.endsWith('/index.html')) return <Navigate to="/" replace />
  return <ErrorBoundary resetKey={pathname.split('/')[1] ?? ''}>{screens}</ErrorBoundary>
}

/** The routes. The reader is in the first chunk; every other screen loads when it is opened. */
import { useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { matchPath, Navigate, useLocation, useRoutes, type Location, type RouteObject } from 'react-router'
import { memoizeByObject } from '../core/index.ts'
import { $isEveryFeatureRegistered, $screens, type FeatureScreen } from '../features/registry.ts'
import { home, screenCovered, toPath } from '../model/location/index.ts'
import { $isAdmin } from '../model/session/index.ts'
import { $pluginsWithScreens, pluginScreensRequested } from '../model/plugins/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { focusOpenedScreen } from './focus.ts'
import { loadScreenTranslations } from './i18n.ts'
import { Reader } from './reader.tsx'
import { Covered, ScreenBox } from './screen-box.tsx'
import { useUrlSync } from './url-sync.ts'
import { useGate } from './use-gate.ts'

const readerScreen = (
  <ScreenBox id="reader">
    <Reader />
  </ScreenBox>
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
      <ScreenBox key={path} id={featureId}>
        {/* Nothing is shown while a screen loads: a spinner would only flash. */}
        <Suspense fallback={null}>
          <OpenedScreen>
            <Content />
          </OpenedScreen>
        </Suspense>
      </ScreenBox>
    )
    if (path === '*') return { path, element: <WhenComplete>{element}</WhenComplete> }
    return { path, element: access === 'admin' ? <ForAdmins>{element}</ForAdmins> : element }
  },
)
const $pathsOver = $screens.map((screens) => screens.filter(({ isOver }) => isOver).map(({ path }) => path))
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
  const location = useLocation()
  useUrlSync()
  useGate()
  const { pathsOver, cover } = useUnit({ pathsOver: $pathsOver, cover: screenCovered })
  const isOver = pathsOver.some((path) => matchPath(path, location.pathname) !== null)
  // The last screen that lay over none; null: the address opened was that of one over it.
  const [below, setBelow] = useState(isOver ? null : location)
  if (!isOver && below !== location) setBelow(location)
  useLayoutEffect(() => {
    cover(isOver && below ? below.pathname + below.search + below.hash : null)
  }, [cover, isOver, below])
  if (location.pathname.endsWith('/index.html')) return <Navigate to="/" replace />
  return (
    <>
      <Covered value={isOver}>{below && <ScreenAt location={below} />}</Covered>
      {isOver && <ScreenAt location={location} />}
    </>
  )
}

function ScreenAt({ location }: { readonly location: Location }) {
  const screen = useRoutes(useUnit($routes), location)
  return <ErrorBoundary resetKey={location.pathname.split('/')[1] ?? ''}>{screen}</ErrorBoundary>
}

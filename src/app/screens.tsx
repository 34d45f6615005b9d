/**
 * The routes. The reader is in the first chunk; every other screen loads when it is opened, most of them as a pane of the
 * reader, whose subscription column stays.
 */
import { useUnit } from 'effector-react'
import { lazy, Suspense, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import {
  matchPath,
  matchRoutes,
  Navigate,
  useLocation,
  useOutlet,
  useRoutes,
  type Location,
  type RouteObject,
} from 'react-router'
import { memoizeByObject } from '../core/index.ts'
import { $isEveryFeatureRegistered, $screens, type FeatureScreen } from '../features/registry.ts'
import { context } from '../model/app/registry.ts'
import { home, isTimeline, screenCovered, toPath } from '../model/location/index.ts'
import { $isAdmin, $session } from '../model/session/index.ts'
import { $pluginsWithScreens, pluginScreensRequested } from '../model/plugins/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { focusOpenedScreen } from './focus.ts'
import { loadScreenTranslations } from './i18n.ts'
import { Reader } from './reader.tsx'
import { Covered, ScreenBox } from './screen-box.tsx'
import { useUrlSync } from './url-sync.ts'
import { Delayed, SkeletonText } from '../ui/index.ts'
import { useGate } from './use-gate.ts'

const frame = <Frame />
const homeRoute: RouteObject = { path: '/', element: <Navigate to={toPath(home)} replace /> }
/** The panes of the reader are in the frame itself. */
const timelineRoute: RouteObject = { path: '/timeline/:timelineId?/:feedId?/:entryId?', element: null }

/** In place of a page whose code loads for longer than a moment: its lines, where they will be. */
const loading = (
  <Delayed>
    <div className="pane page screen-loading" aria-busy="true">
      <SkeletonText lines={6} />
    </div>
  </Delayed>
)

type BoxProps = { readonly children: ReactNode }
const PageBox = ({ children }: BoxProps) => <div className="screen">{children}</div>

// Built once: each navigation renders the router, and identical elements keep the screens from rendering. Another component
// would mount an open screen anew when a plugin starts.
const routeOf = memoizeByObject(
  ({ featureId, path, access, load, loadStores, frame: own }: FeatureScreen): RouteObject => {
    // Loads together with its translations and its feature's stores.
    const Content = lazy(async () => {
      const [module] = await Promise.all([load(), loadStores?.(), loadScreenTranslations()])
      return module
    })
    // A page within the frame is marked by the frame.
    const Box =
      own === undefined
        ? PageBox
        : ({ children }: BoxProps) => <ScreenBox id={featureId}>{children}</ScreenBox>
    const element = (
      // The key mounts each screen anew, so that it receives the focus also after another one.
      <Box key={path}>
        {/* One over the reader shows what is below it until it is there. */}
        <Suspense fallback={own === 'over' ? null : loading}>
          <OpenedScreen>
            <Content />
          </OpenedScreen>
        </Suspense>
      </Box>
    )
    if (path === '*') return { path, element: <WhenComplete>{element}</WhenComplete> }
    return { path, element: access === 'admin' ? <ForAdmins>{element}</ForAdmins> : element }
  },
)
const hasOwnFrame = ({ frame: own }: FeatureScreen) => own !== undefined
const $routes = $screens.map((screens): RouteObject[] => [
  homeRoute,
  {
    element: frame,
    children: [timelineRoute, ...screens.filter((screen) => !hasOwnFrame(screen)).map(routeOf)],
  },
  ...screens.filter(hasOwnFrame).map(routeOf),
])
const $pathsOver = $screens.map((screens) =>
  screens.filter(({ frame: own }) => own === 'over').map(({ path }) => path),
)
const $pages = $screens.map((screens) => screens.map((screen) => ({ path: screen.path, handle: screen })))

/** The reader, or a page beside its subscriptions. Visitors see the pages for anyone alone. */
function Frame() {
  const page = useOutlet()
  const { pathname } = useLocation()
  const isCovered = use(Covered)
  const { session, pages, keysChanged } = useUnit({
    session: $session,
    pages: $pages,
    keysChanged: context.contextKeysChanged,
  })
  const isPage = !isTimeline(pathname)
  const screen: FeatureScreen | undefined = isPage
    ? matchRoutes([...pages], pathname)?.at(-1)?.route.handle
    : undefined
  const isAlone = isPage && session.user === null && screen?.access === 'anyone'
  const isBeside = isPage && !isAlone && !isCovered
  useEffect(() => {
    keysChanged({ page: isBeside })
    return () => void keysChanged({ page: false })
  }, [isBeside, keysChanged])
  return (
    <ScreenBox id={isPage ? (screen?.featureId ?? '') : 'reader'}>
      {isAlone ? page : <Reader page={isPage ? page : null} />}
    </ScreenBox>
  )
}

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
  return isComplete && plugins !== null ? children : loading
}

/** Others are led home before anything of the screen loads. */
function ForAdmins({ children }: { readonly children: ReactNode }) {
  const isAdmin = useUnit($isAdmin)
  if (isAdmin === true) return children
  return isAdmin === null ? loading : <Navigate to="/" replace />
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

/** The routes: which path shows which screen. The reader is in the first chunk, every other screen loads when it is opened. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Navigate, useLocation, useRoutes, type RouteObject } from 'react-router'
import { home, toPath } from '../model/index.ts'
import { loadPluginSettings } from '../plugin-host/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { allWords } from './i18n.ts'
import { Reader } from './reader.tsx'
import { useUrlSync } from './url-sync.ts'
import { useGate } from './use-gate.ts'

const Login = screen(() => import('../features/session/index.ts'))
const Discover = screen(() => import('../features/discover/index.ts'))
const Settings = screen(() => import('../features/settings/index.ts'))
const PluginSettings = lazy(async () => ({ default: (await loadPluginSettings()).PluginSettings }))
const NotFound = screen(() => import('../features/not-found/index.ts'))

/** A lazy screen. Its translations load together with its code. */
function screen<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [pane] = await Promise.all([load(), allWords()])
    return pane
  })
}

/** Nothing is shown while a screen loads: a spinner would only flash. */
const page = (element: ReactNode) => <Suspense fallback={null}>{element}</Suspense>

// Made once: the router redraws at each navigation, and equal elements keep the screens from being redrawn with it.
const routes: RouteObject[] = [
  { path: '/', element: <Navigate to={toPath(home)} replace /> },
  { path: '/timeline/:timelineId?/:feedId?/:entryId?', element: <Reader /> },
  { path: '/login', element: page(<Login />) },
  { path: '/discover/*', element: page(<Discover />) },
  { path: '/settings/*', element: page(<Settings pluginSettings={<PluginSettings />} />) },
  { path: '*', element: page(<NotFound />) },
]

export function Screens() {
  const { pathname } = useLocation()
  useUrlSync()
  useGate()
  const screens = useRoutes(routes)
  if (pathname.endsWith('/index.html'))
    return <Navigate to={pathname.slice(0, -'index.html'.length)} replace />
  return <ErrorBoundary resetKey={pathname.split('/')[1] ?? ''}>{screens}</ErrorBoundary>
}

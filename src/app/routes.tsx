/** Which path shows what. Only the timeline is in the first bundle; every other screen comes when it is gone to. */
import { lazy, Suspense, type ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { usePlaceInAddress } from './place-in-address.ts'
import { Reader } from './reader.tsx'
import { useGate } from './use-gate.ts'

const Login = lazy(() => import('../panes/session/index.ts'))
const Discover = lazy(() => import('../panes/discover/index.ts'))
const Settings = lazy(() => import('../panes/settings/index.ts'))
const PluginSettings = lazy(async () => ({
  default: (await import('../plugin-host/index.ts')).PluginSettings,
}))
const NotFound = lazy(() => import('../panes/not-found/index.ts'))

const timeline = <Reader />
const home = <Navigate to="/timeline/view-0/all/pending" replace />

export function Screens() {
  const { pathname } = useLocation()
  usePlaceInAddress()
  useGate()
  if (pathname.endsWith('/index.html'))
    return <Navigate to={pathname.slice(0, -'index.html'.length)} replace />
  return (
    <ErrorBoundary resetKey={pathname.split('/')[1] ?? ''}>
      <Routes>
        <Route path="/" element={home} />
        <Route path="/timeline/:timelineId?/:feedId?/:entryId?" element={timeline} />
        <Route path="/login" element={page(<Login />)} />
        <Route path="/discover/*" element={page(<Discover />)} />
        <Route path="/settings/*" element={page(<Settings pluginSettings={<PluginSettings />} />)} />
        <Route path="*" element={page(<NotFound />)} />
      </Routes>
    </ErrorBoundary>
  )
}

/** Nothing is shown while a page's code comes: it takes less time than a spinner needs to be understood. */
const page = (screen: ReactNode) => <Suspense fallback={null}>{screen}</Suspense>

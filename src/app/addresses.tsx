/** The router: which path shows what, and the address kept equal to the place. Every screen comes when it is gone to. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { loadPluginSettings } from '../plugin-host/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { allWords } from './i18n.ts'
import { usePlaceInAddress } from './place-in-address.ts'
import { useGate } from './use-gate.ts'

const Login = screen(() => import('../features/session/index.ts'))
const Discover = screen(() => import('../features/discover/index.ts'))
const Settings = screen(() => import('../features/settings/index.ts'))
const PluginSettings = lazy(async () => ({ default: (await loadPluginSettings()).PluginSettings }))
const NotFound = screen(() => import('../features/not-found/index.ts'))

/** A screen comes with its words. */
function screen<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [pane] = await Promise.all([load(), allWords()])
    return pane
  })
}

const home = <Navigate to="/timeline/view-0/all/pending" replace />

export default function Addresses() {
  return (
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  )
}

function Screens() {
  const { pathname } = useLocation()
  usePlaceInAddress()
  useGate()
  if (pathname.endsWith('/index.html'))
    return <Navigate to={pathname.slice(0, -'index.html'.length)} replace />
  return (
    <ErrorBoundary resetKey={pathname.split('/')[1] ?? ''}>
      <Routes>
        <Route path="/" element={home} />
        {/* The reader's: `screens.tsx` draws it, so that it needs no router. */}
        <Route path="/timeline/:timelineId?/:feedId?/:entryId?" element={null} />
        <Route path="/login" element={page(<Login />)} />
        <Route path="/discover/*" element={page(<Discover />)} />
        <Route path="/settings/*" element={page(<Settings pluginSettings={<PluginSettings />} />)} />
        <Route path="*" element={page(<NotFound />)} />
      </Routes>
    </ErrorBoundary>
  )
}

/** Nothing is shown while a page's code comes: it takes less time than a spinner needs to be understood. */
const page = (drawn: ReactNode) => <Suspense fallback={null}>{drawn}</Suspense>

/** What is on the page: the reader, which waits for nothing, or one of the screens that the router knows. */
import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { $screen } from '../model/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { $routerWanted } from './first-list.ts'
import { Reader } from './reader.tsx'

// The very same element each time: that the router comes is nothing to the reader.
const reader = (
  <ErrorBoundary resetKey="timeline">
    <Reader />
  </ErrorBoundary>
)

const READING = /^\/timeline(\/[^/]*){0,3}\/?$/
const Addresses = lazy(() => import('./addresses.tsx'))

export function Screens() {
  const routerWanted = useUnit($routerWanted)
  const reading = READING.test(useUnit($screen))
  return (
    <>
      {reading && reader}
      {(routerWanted || !reading) && (
        <Suspense fallback={null}>
          <Addresses />
        </Suspense>
      )}
    </>
  )
}

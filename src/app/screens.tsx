/** What is on the page: the reader, which waits for nothing, or one of the screens that the router knows. */
import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { $screen } from '../model/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { $firstListSeen } from './first-list.ts'
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
  const listSeen = useUnit($firstListSeen)
  const reading = READING.test(useUnit($screen))
  return (
    <>
      {reading && reader}
      {(listSeen || !reading) && (
        <Suspense fallback={null}>
          <Addresses />
        </Suspense>
      )}
    </>
  )
}

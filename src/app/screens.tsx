/** What is on the page: the reader, which waits for nothing, or one of the screens that the router knows. */
import { useUnit } from 'effector-react'
import { lazy, Suspense } from 'react'
import { $screen } from '../model/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { $firstListSeen } from './first-list.ts'
import { Reader } from './reader.tsx'

const READING = /^\/timeline(\/[^/]*){0,3}\/?$/
const Addresses = lazy(() => import('./addresses.tsx'))

export function Screens() {
  const listSeen = useUnit($firstListSeen)
  const reading = READING.test(useUnit($screen))
  return (
    <>
      {reading && (
        <ErrorBoundary resetKey="timeline">
          <Reader />
        </ErrorBoundary>
      )}
      {(listSeen || !reading) && (
        <Suspense fallback={null}>
          <Addresses />
        </Suspense>
      )}
    </>
  )
}

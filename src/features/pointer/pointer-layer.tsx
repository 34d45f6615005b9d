import { useUnit } from 'effector-react'
import { $screen, isTimeline } from '../../model/location/index.ts'
import { $session } from '../../model/session/index.ts'
import { BottomTabs } from './bottom-tabs.tsx'
import { RowActions } from './row-actions.tsx'
import { SwipedRow } from './swiped-row.tsx'
import { useLongPress } from './use-long-press.ts'
import { useSubscriptionDrag } from './use-subscription-drag.ts'
import './pointer.css'

/** Mouse and touch on the reader, for users who are signed in. */
export default function PointerLayer() {
  const [session, screen] = useUnit([$session, $screen])
  return session.user && (screen === '/' || isTimeline(screen)) ? <OnReader /> : null
}

function OnReader() {
  useLongPress()
  useSubscriptionDrag()
  return (
    <>
      <RowActions />
      <SwipedRow />
      <BottomTabs />
    </>
  )
}

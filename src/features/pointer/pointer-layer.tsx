import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $screen, isTimeline } from '../../model/location/index.ts'
import { $session } from '../../model/session/index.ts'
import { RowActions } from './row-actions.tsx'
import { SwipedRow } from './swiped-row.tsx'
import { useLongPress } from './use-long-press.ts'
import { useSubscriptionDrag } from './use-subscription-drag.ts'
import './pointer.css'
import { context } from '../../model/app/index.ts'
import { panes, type Pane } from '../../model/layout/index.ts'
import { Icon, useTranslation } from '../../ui/index.ts'

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

type BottomTab = {
  readonly command: string
  readonly icon: string
  readonly label: string
  /** The pane that it leads to. */
  readonly pane?: Pane
}
const tabs: readonly BottomTab[] = [
  { command: 'layout:focus-to-subscription', icon: 'feed', label: 'tabs.feeds', pane: 'subscription-list' },
  { command: 'layout:focus-to-timeline', icon: 'list', label: 'tabs.list', pane: 'timeline' },
  { command: 'palette:open', icon: 'search', label: 'tabs.search' },
  { command: 'global:quick-add', icon: 'add', label: 'tabs.add' },
  { command: 'settings:open', icon: 'settings', label: 'tabs.settings' },
]
const isPane = (area: string): area is Pane => (panes as readonly string[]).includes(area)

/** The tabs of a phone, below the panes of feeds and of the list: the styles show them in narrow windows only. */
function BottomTabs() {
  const { t } = useTranslation()
  const area = useUnit(context.$area)
  // A dialog or the palette leaves the pane below it as it is.
  const [pane, setPane] = useState<Pane>('timeline')
  if (isPane(area) && area !== pane) setPane(area)
  const isShown = pane !== 'entry-render'
  // What else stands at the bottom makes room.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-bottom-tabs', isShown)
    return () => document.documentElement.removeAttribute('data-bottom-tabs')
  }, [isShown])
  if (!isShown) return null
  return (
    <nav className="bottom-tabs" aria-label={t('tabs.label')}>
      {tabs.map((tab) => (
        <button
          key={tab.command}
          type="button"
          data-command-id={tab.command}
          aria-current={tab.pane === pane ? 'page' : undefined}
        >
          <Icon name={tab.icon} />
          <span>{t(tab.label)}</span>
        </button>
      ))}
    </nav>
  )
}

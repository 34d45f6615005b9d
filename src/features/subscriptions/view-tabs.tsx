import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $firstKeys, registry } from '../../model/app/index.ts'
import { views, type View } from '../../contract/views.ts'
import { $view } from '../../model/location/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { $viewTabs } from '../../model/subscriptions/index.ts'
import {
  ArticleIcon,
  AudioIcon,
  NotificationIcon,
  PictureIcon,
  SocialIcon,
  Tabs,
  VideoIcon,
  useTranslation,
} from '../../ui/index.ts'

// The very same elements each time: counts change with every entry read, and icons do not.
const icons = [ArticleIcon, SocialIcon, PictureIcon, VideoIcon, AudioIcon, NotificationIcon].map(
  (Icon, view) => <Icon key={view} aria-hidden="true" />,
)

/** The six views with their unread counts. */
export function ViewTabs() {
  const { t } = useTranslation()
  const { current, tabs, appearance, keys, invoke } = useUnit({
    current: $view,
    tabs: $viewTabs,
    appearance: $appearance,
    keys: $firstKeys,
    invoke: registry.commandInvoked,
  })
  const faces = useMemo(
    () =>
      views.map((name) => ({
        label: t(`common:view.${name}`),
        keys: keys.get(`subscription:switch-tab-to-${name}`),
      })),
    [keys, t],
  )
  return (
    <div className="view-tabs">
      <Tabs
        look="icons"
        label={t('tree.views')}
        value={String(current)}
        onChange={(view) =>
          invoke({ id: `subscription:switch-tab-to-${views[Number(view) as View]}`, source: 'button' })
        }
        tabs={faces.map((face, view) => ({
          ...face,
          value: String(view),
          icon: icons[view],
          count: appearance.sidebarShowUnreadCount ? (tabs.find((tab) => tab.view === view)?.unread ?? 0) : 0,
        }))}
      />
    </div>
  )
}

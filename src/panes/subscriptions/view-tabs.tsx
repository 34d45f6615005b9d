import { useStoreMap, useUnit } from 'effector-react'
import { useTranslation } from 'react-i18next'
import { views, type View } from '../../contract/views.ts'
import { $appearance, $place, $viewTabs, placeAsked } from '../../model/index.ts'
import {
  ArticleIcon,
  AudioIcon,
  NotificationIcon,
  PictureIcon,
  SocialIcon,
  Tabs,
  VideoIcon,
} from '../../ui/index.ts'
import { useCommandFaces } from '../command-face/index.ts'

// The very same elements each time: counts change with every entry read, and icons do not.
const icons = [ArticleIcon, SocialIcon, PictureIcon, VideoIcon, AudioIcon, NotificationIcon].map(
  (Icon, view) => <Icon key={view} aria-hidden="true" />,
)

/** The six kinds of view, each with what is unread in it. */
export function ViewTabs() {
  const { t } = useTranslation()
  const current = useStoreMap({ store: $place, keys: [], fn: ({ view }) => view })
  const { tabs, appearance, go } = useUnit({
    tabs: $viewTabs,
    appearance: $appearance,
    go: placeAsked,
  })
  const faceOf = useCommandFaces()
  return (
    <div className="view-tabs">
      <Tabs
        look="icons"
        label={t('tree.views')}
        value={String(current)}
        onChange={(view) => go({ view: Number(view) as View })}
        tabs={views.map((name, view) => {
          const keys = faceOf(`subscription:switch-tab-to-${name}`)?.keys
          return {
            value: String(view),
            label: t(`common:view.${name}`),
            icon: icons[view],
            count: appearance.sidebarShowUnreadCount
              ? (tabs.find((tab) => tab.view === view)?.unread ?? 0)
              : 0,
            ...(keys ? { keys } : {}),
          }
        })}
      />
    </div>
  )
}

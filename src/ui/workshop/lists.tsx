import { useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge, Tag } from '../badge.tsx'
import { LabelChip } from '../label-chip.tsx'
import { letterRanges } from '../highlight-ranges.ts'
import { Highlight } from '../highlight.tsx'
import {
  ArticleIcon,
  AudioIcon,
  FolderOpenIcon,
  NotificationIcon,
  PictureIcon,
  SocialIcon,
  VideoIcon,
} from '../icons.ts'
import { RelativeTime } from '../relative-time.tsx'
import { Row } from '../row.tsx'
import { Tabs } from '../tabs.tsx'
import { Part } from './part.tsx'

const opened = Date.now()

const views = [
  { value: 'article', label: 'Articles', icon: <ArticleIcon />, count: 128, keys: '1' },
  { value: 'social', label: 'Social', icon: <SocialIcon />, count: 12 },
  { value: 'picture', label: 'Pictures', icon: <PictureIcon />, count: 0 },
  { value: 'video', label: 'Videos', icon: <VideoIcon />, count: 1240 },
  { value: 'audio', label: 'Audio', icon: <AudioIcon />, count: 3 },
  { value: 'notification', label: 'Notifications', icon: <NotificationIcon />, count: 0 },
] as const

export const Lists = () => {
  const [view, setView] = useState<string>('article')
  return (
    <>
      <Part title="Tabs">
        <div className="workshop-pane">
          <Tabs label="Views" look="icons" value={view} tabs={views} onChange={setView} />
        </div>
        <Tabs label="Views" value={view} tabs={views.slice(0, 4)} onChange={setView} />
      </Part>
      <Part title="Rows: with the keyboard, without it">
        <div className="workshop-panes">
          <div className="workshop-pane" data-focus-area="subscription-list" data-focused-area="">
            <Rows />
          </div>
          <div className="workshop-pane" data-focus-area="subscription-list">
            <Rows />
          </div>
        </div>
      </Part>
      <Part title="Small things">
        <div className="workshop-line">
          <LabelChip name="work/reading" color="blue" />
          <LabelChip name="work/reading" color={null} short />
          <Badge count={7} />
          <Badge count={999} />
          <Badge count={12_345} />
          <Badge count={3} tone="accent" />
          <Badge count={2} tone="danger" label="2 failing" />
          <Tag>Custom</Tag>
          <Tag tone="accent">New</Tag>
          <Tag tone="danger">Failing</Tag>
        </div>
        <div className="workshop-line">
          {['daringfireball.net', 'lwn.net', 'xkcd.com', 'nature.com', 'ブログ.jp', 'kottke.org'].map(
            (name) => (
              <Avatar key={name} name={name} />
            ),
          )}
          <Avatar name="Ada Lovelace" shape="person" size="large" />
          <Avatar name="example.com" size="large" />
          <Avatar name="example.com" size="small" />
        </div>
        <div className="workshop-line">
          <RelativeTime at={opened} />
          <RelativeTime at={opened - 3 * 3_600_000} />
          <RelativeTime at={opened - 3 * 86_400_000} locale="ja" />
          <RelativeTime at="2024-03-12T08:00:00Z" />
          <RelativeTime at="2024-03-12T08:00:00Z" full />
          <span>
            <Highlight text="Mark all as read" ranges={letterRanges([0, 5, 9, 12])} />
          </span>
        </div>
        <div className="workshop-box workshop-split">
          <div />
          <div
            data-separator="inactive"
            role="separator"
            aria-orientation="vertical"
            aria-label="Width"
            aria-valuenow={50}
            tabIndex={0}
          />
          <div />
        </div>
      </Part>
    </>
  )
}

const Rows = () => (
  <>
    <Row icon={<FolderOpenIcon />} trailing={<Badge count={24} />}>
      Technology
    </Row>
    <Row indent={1} current icon={<Avatar name="lwn.net" />} trailing={<Badge count={12} />}>
      LWN.net
    </Row>
    <Row indent={1} icon={<Avatar name="daringfireball.net" />} trailing={<Badge count={12} />}>
      Daring Fireball
    </Row>
    <Row icon={<Avatar name="nature.com" />}>A feed with a name that is much too long for its row</Row>
  </>
)

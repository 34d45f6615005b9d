import { useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog, Sheet } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Slider } from '../choice.tsx'
import {
  CopyIcon,
  DeleteIcon,
  EditIcon,
  MarkAllReadIcon,
  MoreIcon,
  OpenIcon,
  SpeakIcon,
  StarIcon,
} from '../icons.ts'
import { ContextMenu, Menu, type MenuItem } from '../menu.tsx'
import { Popover } from '../popover.tsx'
import { toast, toastError } from '../toast.ts'
import { ToastCard } from '../toast-card.tsx'
import { Part } from './part.tsx'

const items: readonly MenuItem[] = [
  { id: 'open', label: 'Open in browser', icon: <OpenIcon />, keys: 'b' },
  { id: 'star', label: 'Star', icon: <StarIcon />, keys: 's' },
  { id: 'copy', label: 'Copy link', icon: <CopyIcon />, keys: 'Shift+$mod+C' },
  { kind: 'separator', id: 'line' },
  {
    kind: 'group',
    id: 'mark',
    label: 'Mark as read',
    icon: <MarkAllReadIcon />,
    items: [
      { id: 'above', label: 'Everything above' },
      { id: 'below', label: 'Everything below' },
    ],
  },
  { id: 'edit', label: 'Edit', icon: <EditIcon />, disabled: true },
  { id: 'unread', label: 'Unread only', checked: true, keys: 'u' },
  { kind: 'separator', id: 'second-line' },
  { id: 'unfollow', label: 'Unfollow', icon: <DeleteIcon />, danger: true },
]

type Shown = 'dialog' | 'sheet' | 'ask' | 'warning' | 'danger'

export const Overlays = ({
  theme,
  accent,
}: {
  readonly theme: 'light' | 'dark'
  readonly accent: string
}) => {
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  // What floats hangs from the body, so it is the page that takes the side's theme.
  const turn = () => Object.assign(document.documentElement.dataset, { theme, accent })
  return (
    <Part title="What floats">
      <div className="workshop-line" onPointerDownCapture={turn} onKeyDownCapture={turn}>
        {(['dialog', 'sheet', 'ask', 'warning', 'danger'] as const).map((kind) => (
          <Button key={kind} onClick={() => setShown(kind)}>
            {kind}
          </Button>
        ))}
        <Menu trigger={<IconButton label="More" icon={<MoreIcon />} />} items={items} label="More" />
        <Popover trigger={<IconButton label="Volume" icon={<SpeakIcon />} />} label="Volume">
          <Slider label="Volume" value={80} min={0} max={100} valueText="80%" onChange={() => {}} />
        </Popover>
        <Button
          onClick={() =>
            toast('Marked 128 entries as read', { action: { label: 'Undo', onPress: close, keys: '$mod+Z' } })
          }
        >
          toast
        </Button>
        <Button
          onClick={() =>
            toastError('The feed could not be followed', {
              description: 'The address answers with a page.',
              copy: { label: 'Copy', doneLabel: 'Copied', onFailed: () => {} },
            })
          }
        >
          error toast
        </Button>
      </div>
      <ContextMenu itemsFor={() => items} className="workshop-pane">
        Right click here
      </ContextMenu>
      <ToastCard
        toast={{ id: 'a', title: 'Followed LWN.net', tone: 'success' }}
        closeLabel="Close"
        onClose={close}
      />
      <ToastCard
        toast={{
          id: 'b',
          title: 'The feed could not be followed',
          tone: 'danger',
          description: 'The address answers with a page, not a feed.',
          copy: { label: 'Copy', doneLabel: 'Copied', onFailed: () => {} },
        }}
        closeLabel="Close"
        onClose={close}
      />
      <div>
        <span className="ui-tooltip" style={{ display: 'inline-flex' }}>
          Fetch new entries
        </span>
      </div>
      <Dialog
        open={shown === 'dialog'}
        onClose={close}
        title="Follow a feed"
        description="Paste an address, or search by name."
        closeLabel="Close"
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close} keys="Enter" showKeys>
              Follow
            </Button>
          </>
        }
      >
        <TextField label="Address" placeholder="https://" />
      </Dialog>
      <Sheet open={shown === 'sheet'} onClose={close} title="Details" closeLabel="Close">
        What is known about this feed.
      </Sheet>
      {(['ask', 'warning', 'danger'] as const).map((variant) => (
        <ConfirmDialog
          key={variant}
          open={shown === variant}
          variant={variant}
          title="Unfollow 12 feeds?"
          description="Their entries leave your timeline. What you have starred stays."
          confirmLabel="Unfollow"
          cancelLabel="Cancel"
          onConfirm={close}
          onCancel={close}
        />
      ))}
    </Part>
  )
}

/** Actions on the row under the mouse. They float over it, so that nothing moves, and the row is not drawn again. */
import { useStoreMap } from 'effector-react'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { $statuses } from '../../model/entries/index.ts'
import { Icon, IconButton, MoreIcon, StarIcon, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'
import { entryRowAt } from './entry-row-at.ts'

type Position = { readonly id: string; readonly top: number; readonly right: number }

export function RowActions() {
  const { t } = useTranslation()
  const [position, setPosition] = useState<Position | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    const on = <Type extends keyof DocumentEventMap>(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
      capture = false,
    ) => document.addEventListener(type, listener, { signal: listening.signal, capture, passive: true })
    const hide = () => setPosition(null)
    on('pointermove', ({ target, pointerType, buttons }) => {
      if (box.current?.contains(target as Node)) return
      const row = pointerType === 'touch' || buttons !== 0 ? null : entryRowAt(target)
      const id = row?.dataset.entryId
      setPosition((before) => (before?.id === id ? before : row && id ? { id, ...cornerOf(row) } : null))
    })
    on('scroll', hide, true)
    on('keydown', hide, true)
    on('dragstart', hide)
    document.documentElement.addEventListener('pointerleave', hide, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return (
    position && (
      <div
        ref={box}
        className="row-actions"
        role="toolbar"
        aria-label={t('timeline.menu')}
        style={{ top: position.top, right: position.right }}
      >
        <Actions key={position.id} id={position.id} />
      </div>
    )
  )
}

/** px from the window's edges */
function cornerOf(row: HTMLElement): Pick<Position, 'top' | 'right'> {
  const { top, right } = row.getBoundingClientRect()
  const list = row.closest('.timeline-scroll')?.getBoundingClientRect()
  return {
    // Below a border, which stands for what covers the row; in view where the row begins above the list.
    top: Math.max(top + row.clientTop, list?.top ?? 0),
    right: window.innerWidth - Math.min(right, list?.right ?? right),
  }
}

function Actions({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const faceOf = useCommandPresentation()
  const status = useStoreMap({
    store: $statuses,
    keys: [id],
    fn: (statuses, [entry]) => statuses.get(entry) ?? null,
  })
  const args = { entries: [id] }
  const button = (command: string, icon: ReactNode, pressed?: boolean) => {
    const face = faceOf(command)
    if (!face?.availabilityWith(args).available) return null
    return (
      <IconButton
        size="small"
        tabIndex={-1}
        commandId={command}
        data-command-args={JSON.stringify(args)}
        label={face.labelWith(args)}
        keys={face.keys}
        icon={icon}
        pressed={pressed}
      />
    )
  }
  return (
    <>
      {button('entry:read', <Icon name={status?.read ? 'unread' : 'read'} />)}
      {button(
        'entry:star',
        <StarIcon data-fill={status?.starredAt ? '' : undefined} aria-hidden="true" />,
        Boolean(status?.starredAt),
      )}
      {button('entry:open-in-browser', <Icon name="open" />)}
      <IconButton
        size="small"
        tabIndex={-1}
        label={t('timeline.menu')}
        icon={<MoreIcon aria-hidden="true" />}
        onClick={(event) => openMenu(event, id)}
      />
    </>
  )
}

/** The menu of the row, at the button. */
function openMenu({ currentTarget }: MouseEvent, id: string): void {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  document.getElementById(`entry-${id}`)?.dispatchEvent(
    new window.MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      button: 2,
      clientX: left,
      clientY: bottom,
    }),
  )
}

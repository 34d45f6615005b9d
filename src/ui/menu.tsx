import {
  cloneElement,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import type { MenuItem } from './menu-item.ts'
import { useLatch } from './use-latch.ts'

export type { MenuAction, MenuGroup, MenuHeading, MenuItem, MenuSeparator } from './menu-item.ts'

const surface = () => import('./menu-surface.tsx')
const Surface = lazy(async () => ({ default: (await surface()).MenuSurface }))

/** Fetches the menu's code ahead, in an idle moment, so that the first one opens at once. */
export const preloadMenu = (): Promise<unknown> => surface()

type TriggerProps = {
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

export type MenuProps = {
  /** A Button or IconButton. */
  readonly trigger: ReactElement<TriggerProps>
  /** A function is called on each render of the open menu. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[])
  readonly label?: string
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A menu that hangs from a button. */
export function Menu({ trigger, items, label, align, side }: MenuProps) {
  const [open, setOpen] = useState(false)
  const wanted = useLatch(open)
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen(true),
  })
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <Surface
        items={typeof items === 'function' ? items() : items}
        open={open}
        onOpenChange={setOpen}
        trigger={trigger}
        focusArea="dropdown-menu"
        label={label}
        align={align}
        side={side}
      />
    </Suspense>
  )
}

/** A point on the page, in CSS pixels from its upper left corner. */
export type MenuPoint = { readonly x: number; readonly y: number }

export type MenuAtProps = {
  readonly at: MenuPoint | null
  readonly items: readonly MenuItem[]
  readonly label?: string
  readonly onClose: () => void
}

/** A menu at a point: after a right click, or at the current row when a command opens it. */
export function MenuAt({ at, items, label, onClose }: MenuAtProps) {
  const [last, setLast] = useState(at)
  if (at && at !== last) setLast(at)
  const wanted = useLatch(at !== null)
  if (!wanted || !last) return null
  const anchor = <span className="ui-menu-anchor" style={{ left: last.x, top: last.y }} aria-hidden="true" />
  return (
    <Suspense fallback={null}>
      <Surface
        key={`${last.x} ${last.y}`}
        items={items}
        open={at !== null}
        onOpenChange={(open) => !open && onClose()}
        trigger={anchor}
        focusArea="menu"
        label={label}
      />
    </Suspense>
  )
}

export type ContextMenuProps = {
  /**
   * Called on opening with the target element, so that one menu serves a list; by keys the target is the current row, or
   * the menu's own element while no current row is rendered. Without a result no menu opens.
   */
  readonly itemsFor: (target: Element) => readonly MenuItem[]
  /** The browser's own menu opens on a right click: its entries for links and selected text are needed. */
  readonly keysOnly?: boolean
  readonly label?: string
  readonly className?: string
  readonly children: ReactNode
}

/** Right click, long press, the menu key or Shift+F10 anywhere within. */
export function ContextMenu({ itemsFor, keysOnly, label, className, children }: ContextMenuProps) {
  const [open, setOpen] = useState<{ readonly at: MenuPoint | null; readonly items: readonly MenuItem[] }>({
    at: null,
    items: [],
  })
  const show = (event: MouseEvent) => {
    const { currentTarget, target } = event
    // An event within the open menu reaches this element through React's tree.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    const byKeys = isByKeys(event)
    if (keysOnly && !byKeys) return
    const row = byKeys ? (currentTarget.querySelector('[aria-current="true"]') ?? currentTarget) : target
    const items = itemsFor(row)
    if (items.length === 0) return
    event.preventDefault()
    setOpen({ at: byKeys ? pointOn(row) : { x: event.clientX, y: event.clientY }, items })
  }
  return (
    <div className={className} onContextMenu={show}>
      {children}
      <MenuAt
        at={open.at}
        items={open.items}
        label={label}
        onClose={() => setOpen({ at: null, items: open.items })}
      />
    </div>
  )
}

/** The menu key and Shift+F10 report no pointer. */
function isByKeys({ nativeEvent, button }: MouseEvent): boolean {
  const { pointerType } = nativeEvent as Partial<PointerEvent>
  return button !== 2 && (pointerType === undefined || pointerType === '')
}

/** Near the beginning of a row, below its first line. */
function pointOn(row: Element): MenuPoint {
  const { left, top, width, height } = row.getBoundingClientRect()
  return { x: left + Math.min(40, width / 2), y: top + Math.min(28, height / 2) }
}

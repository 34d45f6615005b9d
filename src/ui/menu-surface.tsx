import * as Radix from 'radix-ui/dropdown-menu'
import { createContext, type KeyboardEvent, type ReactElement, use, useRef } from 'react'
import { DoneIcon, ExpandIcon } from './icons.ts'
import { Kbd } from './kbd.tsx'
import type { MenuAction, MenuGroup, MenuItem } from './menu-item.ts'

export type MenuSurfaceProps = {
  readonly items: readonly MenuItem[]
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly label?: string | undefined
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** `data-focus-area`: a menu at a point is `menu`, one that hangs from a button `dropdown-menu` (spec 2). */
  readonly focusArea: 'menu' | 'dropdown-menu'
  /** The button it hangs from; it must pass props and ref on to its element. */
  readonly trigger: ReactElement
}

/** The menu, rendered by radix: letters, arrows, Home, End and Escape work as usual. */
export function MenuSurface({
  items,
  open,
  onOpenChange,
  label,
  align = 'start',
  side = 'bottom',
  focusArea,
  trigger,
}: MenuSurfaceProps) {
  const before = useRef<Element | null>(open ? document.activeElement : null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="ui-menu"
          data-focus-area={focusArea}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => returnFocus(event, before.current)}
          onKeyDown={runMenuKey}
          // Some systems report the menu key a second time, when it is released.
          onContextMenu={(event) => event.preventDefault()}
        >
          <FocusArea value={focusArea}>
            <Items items={items} />
          </FocusArea>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Clicks the item of a letter; other letters go to the item that begins with them. */
const runMenuKey = (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^\p{L}$/u.test(event.key)) return
  const item = event.currentTarget.querySelector<HTMLElement>(
    `[data-menu-key="${event.key.toLowerCase()}"]:not([data-disabled])`,
  )
  if (!item) return
  event.preventDefault()
  item.click()
}

/** A menu opened by a right click or a command has no trigger; closing restores the previous focus. */
const returnFocus = (event: Event, before: Element | null) => {
  if (!(before instanceof HTMLElement) || !before.isConnected || before === document.body) return
  event.preventDefault()
  before.focus({ preventScroll: true })
}

const Items = ({ items }: { readonly items: readonly MenuItem[] }) =>
  items.map((item) => {
    if (item.kind === 'separator') return <Radix.Separator key={item.id} className="ui-menu-line" />
    if (item.kind === 'heading')
      return (
        <Radix.Label key={item.id} className="ui-menu-heading">
          {item.label}
        </Radix.Label>
      )
    return item.kind === 'group' ? <Group key={item.id} {...item} /> : <Action key={item.id} {...item} />
  })

const Action = (item: MenuAction) => {
  const attributes = {
    className: 'ui-menu-item',
    disabled: item.disabled,
    onSelect: item.onSelect,
    'data-command-id': item.commandId,
    'data-command-args': item.commandArgs && JSON.stringify(item.commandArgs),
    'data-menu-key': item.menuKey,
    'data-danger': item.danger || undefined,
  }
  const content = (
    <>
      <span className="ui-menu-icon">{item.checked ? <DoneIcon /> : item.icon}</span>
      <span className="ui-menu-words">{item.label}</span>
      {item.keys && <Kbd keys={item.keys} plain />}
    </>
  )
  return item.checked === undefined ? (
    <Radix.Item {...attributes}>{content}</Radix.Item>
  ) : (
    <Radix.CheckboxItem {...attributes} checked={item.checked}>
      {content}
    </Radix.CheckboxItem>
  )
}

const FocusArea = createContext<MenuSurfaceProps['focusArea']>('dropdown-menu')

const Group = ({ label, icon, items }: MenuGroup) => (
  <Radix.Sub>
    <Radix.SubTrigger className="ui-menu-item">
      <span className="ui-menu-icon">{icon}</span>
      <span className="ui-menu-words">{label}</span>
      <ExpandIcon className="ui-menu-more" />
    </Radix.SubTrigger>
    <Radix.Portal>
      <Radix.SubContent
        className="ui-menu"
        data-focus-area={use(FocusArea)}
        sideOffset={2}
        alignOffset={-5}
        collisionPadding={8}
      >
        <Items items={items} />
      </Radix.SubContent>
    </Radix.Portal>
  </Radix.Sub>
)

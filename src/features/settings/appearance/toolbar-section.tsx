import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { Command } from '../../../core/index.ts'
import { registry } from '../../../model/app/registry.ts'
import {
  commandTitle,
  Button,
  DragIcon,
  Icon,
  IconButton,
  OpenMenuIcon,
  UpIcon,
  useTranslation,
} from '../../../ui/index.ts'
import type { ToolbarOrder } from '../../entry/index.ts'
import { moveButton, placeButton, type ToolbarGroup } from './move-button.ts'
import { useToolbarOrder } from './use-toolbar-order.ts'

const GROUPS: readonly ToolbarGroup[] = ['main', 'more']

/** The order of the entry's buttons: by Alt and the arrow keys, by buttons, or by dragging. */
export function ToolbarSection() {
  const { t } = useTranslation(['settings', 'shortcuts', 'common'])
  const commands = useUnit(registry.$commands)
  const { order, save } = useToolbarOrder()
  const list = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ readonly id: string; readonly text: string } | null>(null)
  const dragged = useRef<string | null>(null)
  // A button that changes its group is a new element: it takes the focus with it.
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-button="${moved.id}"]`)?.focus()
  }, [moved])

  const titleOf = (id: string) => commandTitle(commands.get(id) as Command, t)
  const apply = (id: string, next: ToolbarOrder) => {
    if (next === order) return
    save(next)
    const group: ToolbarGroup = next.main.includes(id) ? 'main' : 'more'
    const position = next[group].indexOf(id) + 1
    const values = { title: titleOf(id), position, group: t(`appearance.toolbarOrder.${group}`) }
    setMoved({ id, text: t('appearance.toolbarOrder.moved', values) })
  }
  const pressed = (event: KeyboardEvent, id: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null) return
    event.preventDefault()
    event.stopPropagation()
    if (event.altKey) return apply(id, moveButton(order, id, by))
    const ids = [...order.main, ...order.more]
    const next = ids[ids.indexOf(id) + by]
    list.current?.querySelector<HTMLElement>(`[data-button="${next}"]`)?.focus()
  }
  const dropped = (event: DragEvent, group: ToolbarGroup, before: string | null) => {
    event.preventDefault()
    event.stopPropagation()
    const id = dragged.current
    dragged.current = null
    if (id === null || id === before) return
    const without = order[group].filter((one) => one !== id)
    apply(id, placeButton(order, id, group, before === null ? without.length : without.indexOf(before)))
  }
  return (
    <>
      <p className="ui-field-hint">{t('appearance.toolbarOrder.words')}</p>
      <p className="ui-field-hint">{t('appearance.toolbarOrder.keys')}</p>
      <div className="toolbar-editor" data-setting="toolbarOrder" ref={list}>
        {GROUPS.map((group) => (
          <section key={group} aria-label={t(`appearance.toolbarOrder.${group}`)}>
            <h3>{t(`appearance.toolbarOrder.${group}`)}</h3>
            <ol
              data-group={group}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => dropped(event, group, null)}
            >
              {order[group].map((id) => (
                <li
                  key={id}
                  draggable
                  onDragStart={() => (dragged.current = id)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={(event) => dropped(event, group, id)}
                >
                  <button
                    type="button"
                    className="toolbar-editor-button"
                    data-button={id}
                    onKeyDown={(event) => pressed(event, id)}
                  >
                    <DragIcon aria-hidden="true" />
                    <Icon name={commands.get(id)?.icon ?? 'command'} />
                    <span>{titleOf(id)}</span>
                  </button>
                  <IconButton
                    size="small"
                    label={t('appearance.toolbarOrder.up', { title: titleOf(id) })}
                    icon={<UpIcon />}
                    onClick={() => apply(id, moveButton(order, id, -1))}
                  />
                  <IconButton
                    size="small"
                    label={t('appearance.toolbarOrder.down', { title: titleOf(id) })}
                    icon={<OpenMenuIcon />}
                    onClick={() => apply(id, moveButton(order, id, 1))}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <div className="ui-visually-hidden" role="status">
        {moved?.text}
      </div>
      <Button onClick={() => save({ main: [], more: [] })}>{t('appearance.toolbarOrder.reset')}</Button>
    </>
  )
}

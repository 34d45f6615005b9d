import { useStoreMap, useUnit } from 'effector-react'
import { registry } from '../../model/app/index.ts'
import { Button, Icon, tooltip as tooltipOf, useTranslation } from '../../ui/index.ts'
import type { StatusItem, StatusText } from '../feature.ts'
import { contributed } from '../registry.ts'

const $statusItems = contributed(({ statusItems = [] }) => statusItems)

/** Short texts of plugins. */
export function StatusItems() {
  const items = useUnit($statusItems)
  return (
    <div className="status-items">
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </div>
  )
}

function Item({ item: { plugin, icon, command, $status } }: { readonly item: StatusItem }) {
  const { t } = useTranslation([plugin])
  const status = useUnit($status)
  const isOwn = useStoreMap({
    store: registry.$commands,
    keys: [command, plugin],
    fn: (commands, [id, owner]) => id !== null && commands.get(id)?.plugin === owner,
  })
  if (!status) return null
  const sentence = ({ key, values }: StatusText) => t(key, { ...values })
  const hint = status.tooltip ? sentence(status.tooltip) : undefined
  const picture = icon && <Icon name={icon} />
  if (command !== null && isOwn)
    return (
      <Button variant="quiet" size="small" commandId={command} icon={picture} tooltip={hint}>
        {sentence(status.text)}
      </Button>
    )
  return (
    <span className="status-text" {...(hint === undefined ? {} : tooltipOf(hint))}>
      {picture}
      <span className="ui-button-label">{sentence(status.text)}</span>
    </span>
  )
}

import { useUnit } from 'effector-react'
import { $selection } from '../../model/selection/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { CommandButton } from '../shared/command-presentation/index.ts'

/** How many entries are selected, with the commands for them. The count is announced politely. */
export function SelectionBar() {
  const { t } = useTranslation()
  const count = useUnit($selection).ids.size
  const text = count > 0 ? t('timeline.selected', { count }) : ''
  return (
    <>
      <div className="ui-visually-hidden" role="status">
        {text}
      </div>
      {count > 0 && (
        <div className="selection-bar" role="toolbar" aria-label={text}>
          <span className="selection-count">{text}</span>
          <CommandButton id="entry:read" icon="read" />
          <CommandButton id="entry:star" icon="star" />
          <CommandButton id="entry:copy-link" icon="link" />
          <CommandButton id="selection:clear" icon="close" />
        </div>
      )}
    </>
  )
}

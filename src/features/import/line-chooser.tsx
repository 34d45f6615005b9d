import { useState } from 'react'
import { Button, Checkbox, SearchField, useTranslation } from '../../ui/index.ts'
import { foldersOf, howMany, withLines, type Folder, type Line } from './choose-lines.ts'

export type LineChooserProps = {
  readonly lines: readonly Line[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The lines of the file, folder by folder, each with its box. */
export function LineChooser({ lines, chosen, onChange }: LineChooserProps) {
  const { t } = useTranslation(['app', 'common'])
  const [filter, setFilter] = useState('')
  const folders = foldersOf(lines, filter)
  const shown = folders.flatMap((folder) => folder.lines)
  return (
    <div className="import-chooser">
      <div className="import-tools">
        <SearchField
          label={t('import.filter')}
          // The button that chose the file is gone; Enter here imports.
          autoFocus
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button size="small" variant="quiet" onClick={() => onChange(withLines(chosen, shown, true))}>
          {t('common:action.selectAll')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(withLines(chosen, shown, false))}>
          {t('common:action.selectNone')}
        </Button>
      </div>
      <div className="import-lines" data-scroll role="group" aria-label={t('import.title')}>
        {folders.map((folder) => (
          <FolderLines key={folder.name ?? ''} folder={folder} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </div>
  )
}

type FolderLinesProps = Omit<LineChooserProps, 'lines'> & { readonly folder: Folder }

function FolderLines({ folder: { name, lines }, chosen, onChange }: FolderLinesProps) {
  const { t } = useTranslation('app')
  const many = howMany(lines, chosen)
  const title = name ?? t('import.noFolder')
  return (
    <fieldset className="import-folder">
      <legend className="ui-visually-hidden">{title}</legend>
      <Checkbox
        label={<strong>{title}</strong>}
        checked={many === 'all'}
        mixed={many === 'some'}
        onChange={() => onChange(withLines(chosen, lines, many !== 'all'))}
      />
      {lines.map((line) => (
        <Checkbox
          key={line.url}
          label={line.title || line.url}
          hint={line.title ? line.url : undefined}
          checked={chosen.has(line.url)}
          onChange={(take) => onChange(withLines(chosen, [line], take))}
        />
      ))}
    </fieldset>
  )
}

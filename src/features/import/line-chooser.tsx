import { useState } from 'react'
import { Button, Checkbox, SearchField, useTranslation } from '../../ui/index.ts'
import { compareNames } from '../../core/index.ts'

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

/** The lines of an OPML file as folders of checkboxes. */
export type Line = { readonly url: string; readonly title: string | null; readonly category: string | null }
export type Folder = { readonly name: string | null; readonly lines: readonly Line[] }

/** Groups by folder, lines without one last; a feed that occurs twice is one line. */
export function foldersOf(lines: readonly Line[], filter = ''): readonly Folder[] {
  const once = [...new Map(lines.map((line) => [line.url, line])).values()]
  const wanted = filter.trim().toLowerCase()
  const fits = ({ url, title }: Line) => `${title ?? ''} ${url}`.toLowerCase().includes(wanted)
  const grouped = Map.groupBy(once.filter(fits), (line) => line.category || null)
  return [...grouped]
    .map(([name, members]) => ({ name, lines: members }))
    .toSorted((a, b) => (a.name === null ? 1 : b.name === null ? -1 : compareNames(a.name, b.name)))
}

/** all, some or none of the lines are chosen */
export function howMany(lines: readonly Line[], chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = lines.filter(({ url }) => chosen.has(url)).length
  if (count === 0) return 'none'
  return count === lines.length ? 'all' : 'some'
}

/** The selection with these lines added or removed. */
export function withLines(
  chosen: ReadonlySet<string>,
  lines: readonly Line[],
  take: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const { url } of lines) {
    if (take) next.add(url)
    else next.delete(url)
  }
  return next
}
